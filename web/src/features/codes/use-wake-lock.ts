import { useEffect } from 'react';

/** Keeps the screen on while `wanted`, where the device allows it. */
export function useWakeLock(wanted: boolean): void {
  useEffect(() => {
    if (!wanted || !('wakeLock' in navigator)) return;
    let lock: WakeLockSentinel | null = null;
    let over = false;
    const acquire = async () => {
      // The system drops the lock with every change to another window, and refuses it in the background.
      if (document.visibilityState !== 'visible') return;
      const acquired = await navigator.wakeLock.request('screen').catch(() => null);
      if (over) void acquired?.release();
      else lock = acquired;
    };
    const reacquire = () => void acquire();
    void acquire();
    document.addEventListener('visibilitychange', reacquire);
    return () => {
      over = true;
      document.removeEventListener('visibilitychange', reacquire);
      void lock?.release();
    };
  }, [wanted]);
}
