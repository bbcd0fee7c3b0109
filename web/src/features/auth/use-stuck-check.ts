import { useEffect, useState } from 'react';
import { useSession } from '../../lib/session.ts';
import { stopWaiting } from './check-session.ts';

const slowAfter = 2_000;
const stuckAfter = 3_000;

/**
 * Watches a wait on the registration page: tells when it is slow, and stops waiting for a session
 * check that is stuck (spec §4).
 */
export const useStuckCheck = (loading: boolean): { waiting: boolean; slow: boolean } => {
  const { checking } = useSession();
  const waiting = loading || checking;
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!waiting) return;
    const timers = [
      setTimeout(() => setSlow(true), slowAfter),
      setTimeout(stopWaiting, stuckAfter),
    ];
    return () => {
      setSlow(false);
      for (const timer of timers) clearTimeout(timer);
    };
  }, [waiting]);
  return { waiting, slow };
};
