import { useSyncExternalStore } from 'react';

const watch = (changed: () => void) => {
  window.addEventListener('focus', changed);
  window.addEventListener('blur', changed);
  return () => {
    window.removeEventListener('focus', changed);
    window.removeEventListener('blur', changed);
  };
};

/** Whether key presses, a USB scanner's among them, reach this page. */
export const usePageFocus = (): boolean => useSyncExternalStore(watch, () => document.hasFocus());
