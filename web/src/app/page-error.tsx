import { useEffect, useEffectEvent } from 'react';
import { onConnectionImproved, useOfflineReason } from '../lib/live/connection.ts';
import { ErrorState } from '../ui/error-state.tsx';

type PageErrorProps = {
  /** Its code has not come: it is asked for again whenever the connection becomes better. */
  lost: boolean;
  onRetry: () => void;
};

/** Stands in for a page that could not be loaded or drawn. */
export function PageError({ lost, onRetry }: PageErrorProps) {
  const offlineReason = useOfflineReason();
  const retry = useEffectEvent(onRetry);
  useEffect(() => (lost ? onConnectionImproved(() => retry()) : undefined), [lost]);
  return (
    <ErrorState
      title="This page could not be shown"
      message={offlineReason ?? 'An unexpected error occurred'}
      onRetry={onRetry}
    />
  );
}
