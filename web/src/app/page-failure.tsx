import { useEffect, useEffectEvent } from 'react';
import { useOfflineReason } from '../lib/connection.ts';
import { ErrorState } from '../ui/error-state.tsx';

type PageFailureProps = { onRetry: () => void };

/** Stands in for a page that could not be loaded or drawn; one that a network lacks comes with it. */
export const PageFailure = ({ onRetry }: PageFailureProps) => {
  const offlineReason = useOfflineReason();
  const retry = useEffectEvent(onRetry);
  useEffect(() => {
    if (navigator.onLine) return;
    const unmounting = new AbortController();
    window.addEventListener('online', () => retry(), { once: true, signal: unmounting.signal });
    return () => unmounting.abort();
  }, []);
  return (
    <ErrorState
      title="This page could not be shown"
      message={offlineReason ?? 'An unexpected error occurred'}
      onRetry={onRetry}
    />
  );
};
