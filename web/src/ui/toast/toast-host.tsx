import { type ComponentType, useEffect, useState } from 'react';
import { onFirstToast } from './show-toast.ts';

/** Stands at the root of the page. The toaster is loaded beside the page, not before it. */
export function ToastHost() {
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  useEffect(() => {
    const load = () =>
      void import('./toaster.tsx').then(
        (module) => setToaster(() => module.Toaster),
        () => undefined,
      );
    // Not with the first message: that may be to say that the network is gone.
    load();
    return onFirstToast(load);
  }, []);
  return Toaster && <Toaster />;
}
