import { type ComponentType, useEffect, useState } from 'react';
import { whenIdle } from '../../lib/browser.ts';
import { onFirstToast } from './show-toast.ts';

/** Loads the toaster once the page has nothing else to do. Rendered once, at the root of the page. */
export function ToastHost() {
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  useEffect(() => {
    const load = () =>
      void import('./toaster.tsx').then(
        (module) => setToaster(() => module.Toaster),
        () => undefined,
      );
    // Not only with the first message: that one may say that the network is gone.
    whenIdle(load);
    return onFirstToast(load);
  }, []);
  return Toaster && <Toaster />;
}
