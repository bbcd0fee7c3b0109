import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';

/** How often a code renews itself before a person has to ask for the next one. */
const maxRenewals = 5;

/**
 * Calls `renew` whenever a code has expired while the page is visible, at most five times until
 * `restart`. `renewing` says that it is about to.
 */
export function useRenewal(
  expired: boolean,
  renew: () => void,
): { renewing: boolean; restart: () => void } {
  const [renewals, setRenewals] = useState(0);
  const visible = useSyncExternalStore(onVisibilityChange, isVisible);
  const renewing = expired && visible && renewals < maxRenewals;
  const renewNow = useEffectEvent(() => {
    setRenewals(renewals + 1);
    renew();
  });
  useEffect(() => {
    if (renewing) renewNow();
  }, [renewing]);
  return { renewing, restart: () => setRenewals(0) };
}

function onVisibilityChange(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
}

function isVisible(): boolean {
  return document.visibilityState === 'visible';
}
