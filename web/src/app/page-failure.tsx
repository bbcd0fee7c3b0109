import { useEffect, useEffectEvent } from 'react';
import { onBetterConnection, useOfflineReason } from '../lib/connection.ts';
import { ErrorState } from '../ui/error-state.tsx';

type PageFailureProps = {
  /** Its code has not come: it is asked for again whenever the connection becomes better. */
  lost: boolean;
  onRetry: () => void;
};

/** Stands in for a page that could not be loaded or drawn. */
export const PageFailure = ({ lost, onRetry }: PageFailureProps) => {
  const offlineReason = useOfflineReason();
  const retry = useEffectEvent(onRetry);
  useEffect(() => (lost ? onBetterConnection(() => retry()) : undefined), [lost]);
  return (
    <ErrorState
      title="This page could not be shown"
      message={offlineReason ?? 'An unexpected error occurred'}
      onRetry={onRetry}
    />
  );
};
