import { lazy, Suspense, useEffect, useState } from 'react';
import { onFirstToast } from './show-toast.ts';

const Toaster = lazy(() => import('./toaster.tsx').then((module) => ({ default: module.Toaster })));

/** Stands at the root of the page; loads the toaster with the first message. */
export const ToastHost = () => {
  const [wanted, setWanted] = useState(false);
  useEffect(() => onFirstToast(() => setWanted(true)), []);
  return wanted ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null;
};
