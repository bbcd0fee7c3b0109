import { useEffect } from 'react';

/** Keeps the screen on while `wanted`, if the device allows it. */
export function useWakeLock(wanted: boolean): void {
  useEffect(() => {
    if (!wanted || !('wakeLock' in navigator)) return;
    let lock: WakeLockSentinel | null = null;
    let released = false;
    const acquire = async () => {
      // The browser releases the lock when the page is hidden, and refuses it in the background.
      if (document.visibilityState !== 'visible') return;
      const acquired = await navigator.wakeLock.request('screen').catch(() => null);
      if (released) void acquired?.release();
      else lock = acquired;
    };
    const reacquire = () => void acquire();
    void acquire();
    document.addEventListener('visibilitychange', reacquire);
    return () => {
      released = true;
      document.removeEventListener('visibilitychange', reacquire);
      void lock?.release();
    };
  }, [wanted]);
}
