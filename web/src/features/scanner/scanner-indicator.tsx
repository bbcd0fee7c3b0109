import { classNames } from '../../ui/class-names.ts';
import { Spinner } from '../../ui/spinner.tsx';

type ScannerIndicatorProps = { live: boolean; busy: boolean };

/** Says whether the scanner is looking. */
export function ScannerIndicator({ live, busy }: ScannerIndicatorProps) {
  return (
    <p
      role="status"
      className="mx-auto inline-flex min-h-11 items-center gap-2.5 rounded-full bg-black/70 px-4 font-medium text-ink"
    >
      {busy ? (
        <Spinner className="size-4" />
      ) : (
        <span
          aria-hidden="true"
          className={classNames(
            'size-2.5 rounded-full',
            live ? 'animate-pulse bg-available motion-reduce:animate-none' : 'bg-muted',
          )}
        />
      )}
      {indicatorText(live, busy)}
    </p>
  );
}

function indicatorText(live: boolean, busy: boolean): string {
  if (busy) return 'Processing…';
  return live ? 'Scanning' : 'Camera not active';
}
