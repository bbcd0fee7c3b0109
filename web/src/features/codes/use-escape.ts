import { useEffect } from 'react';

/** Calls back for the Escape key while `active`. */
export const useEscape = (active: boolean, onEscape: () => void): void => {
  useEffect(() => {
    if (!active) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onEscape();
    };
    // While capturing: an insistent dialog keeps the key from everything behind it.
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, [active, onEscape]);
};
