import { t } from '@keydesk/shared/texts/en/page';
import { TriangleAlert } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { onConnectionImproved, useOfflineReason } from '../lib/live/connection.ts';
import { Button } from './button.tsx';

type ErrorStateProps = { message: string; title?: string; onRetry?: () => void };

export function ErrorState({ message, title, onRetry }: ErrorStateProps) {
  return (
    <div role="alert" className="flex flex-col items-center gap-1.5 px-6 py-14 text-center">
      <div className="mb-3 grid size-14 place-items-center rounded-full bg-danger-soft text-danger">
        <TriangleAlert aria-hidden className="size-6" />
      </div>
      {title && <p className="text-xl font-semibold">{title}</p>}
      <p className="max-w-sm text-muted">{message}</p>
      {onRetry && (
        <Button variant="secondary" onClick={onRetry} className="mt-4">
          {t('try-again')}
        </Button>
      )}
    </div>
  );
}

type PageErrorProps = {
  /** The code could not be loaded; retried whenever the connection improves. */
  lost: boolean;
  onRetry: () => void;
};

/** Replaces a page that could not be loaded or rendered. */
export function PageError({ lost, onRetry }: PageErrorProps) {
  const offlineReason = useOfflineReason();
  const retry = useEffectEvent(onRetry);
  useEffect(() => (lost ? onConnectionImproved(() => retry()) : undefined), [lost]);
  return (
    <ErrorState
      title={t('page-not-shown')}
      message={offlineReason ?? t('unexpected')}
      onRetry={onRetry}
    />
  );
}
