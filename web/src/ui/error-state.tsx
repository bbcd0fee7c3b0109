import { TriangleAlert } from 'lucide-react';
import { Button } from './button.tsx';

type ErrorStateProps = { message: string; title?: string; onRetry?: () => void };

/** What failed, and a button to try again. */
export function ErrorState({ message, title, onRetry }: ErrorStateProps) {
  return (
    <div role="alert" className="flex flex-col items-center gap-1.5 px-6 py-14 text-center">
      <div className="mb-3 grid size-14 place-items-center rounded-full bg-danger-soft text-danger">
        <TriangleAlert aria-hidden className="size-6" />
      </div>
      {title && <p className="text-lg font-semibold">{title}</p>}
      <p className="max-w-sm text-muted">{message}</p>
      {onRetry && (
        <Button variant="secondary" onClick={onRetry} className="mt-4">
          Try Again
        </Button>
      )}
    </div>
  );
}
