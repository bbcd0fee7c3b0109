import { useEffect, useEffectEvent } from 'react';
import { onConnectionImproved, useOfflineReason } from '../lib/live/connection.ts';
import { ErrorState } from '../ui/error-state.tsx';

type PageErrorProps = {
  /** Its code could not be loaded: tried again whenever the connection gets better. */
  lost: boolean;
  onRetry: () => void;
};

/** Shown instead of a page that could not be loaded or rendered. */
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
