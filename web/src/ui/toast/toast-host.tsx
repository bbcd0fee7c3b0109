import { type ComponentType, useEffect, useState } from 'react';
import { onFirstToast } from './show-toast.ts';

/** Loads the toaster along with the page, not before it. Rendered once, at the root of the page. */
export function ToastHost() {
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  useEffect(() => {
    const load = () =>
      void import('./toaster.tsx').then(
        (module) => setToaster(() => module.Toaster),
        () => undefined,
      );
    // Not with the first message: that one may say that the network is gone.
    load();
    return onFirstToast(load);
  }, []);
  return Toaster && <Toaster />;
}
