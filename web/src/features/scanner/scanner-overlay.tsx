import { Dialog } from '@base-ui/react/dialog';
import { ArrowLeft, CameraOff, CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useOfflineReason } from '../../lib/live/connection.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Notice } from '../../ui/notice.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { TorchButton } from './torch-button.tsx';
import { type Scanner, useScanner } from './use-scanner.ts';

type ScannerOverlayProps = {
  open: boolean;
  onClose: () => void;
  /** Called once for each code held up. */
  onCode: (text: string) => void;
  /** A code is being worked on: the camera stays on, further codes wait. */
  busy?: boolean;
  /** Dialogs to stand over the camera. */
  children?: ReactNode;
};

/** The camera over the whole screen. Rendered closed, it already loads the code reader. */
export function ScannerOverlay({
  open,
  onClose,
  onCode,
  busy = false,
  children,
}: ScannerOverlayProps) {
  const { state, showIn, restart } = useScanner({ active: open, paused: busy, onCode });
  const offlineReason = useOfflineReason();
  const live = state.status === 'scanning';
  return (
    <Dialog.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Dialog.Portal>
        <Dialog.Popup className="fixed inset-0 z-50 flex flex-col always-dark bg-black text-ink outline-none">
          <CameraView showIn={showIn} live={live} />
          <div className="relative flex items-center gap-2 bg-linear-to-b from-black/80 to-transparent p-3 pt-[max(0.75rem,env(safe-area-inset-top))]">
            <Button variant="quiet" onClick={onClose}>
              <ArrowLeft aria-hidden="true" className="size-5" />
              Go Back
            </Button>
            <Dialog.Title className="min-w-0 flex-1 truncate text-center font-semibold">
              Scan QR code
            </Dialog.Title>
            <div className="flex min-w-11 justify-end sm:min-w-28">
              {live && <TorchButton key={state.track.id} track={state.track} />}
            </div>
          </div>
          <div className="relative flex min-h-0 flex-1 flex-col p-4">
            {offlineReason !== null && (
              <Notice
                tone="warning"
                icon={<CloudOff aria-hidden />}
                className="mx-auto mb-4 w-full max-w-md"
              >
                {offlineReason} Scans cannot be processed until the connection is back.
              </Notice>
            )}
            {state.status === 'error' ? (
              <ScannerError message={state.message} />
            ) : (
              <div className="mt-auto text-center">
                <ScannerIndicator live={live} busy={busy} />
              </div>
            )}
          </div>
          <div className="relative mx-auto flex w-full max-w-md gap-3 p-4 pb-[max(1rem,env(safe-area-inset-bottom))]">
            <Button variant="secondary" className="flex-1" onClick={onClose}>
              Cancel
            </Button>
            <Button variant={live ? 'secondary' : 'primary'} className="flex-1" onClick={restart}>
              Try Again
            </Button>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
      {children}
    </Dialog.Root>
  );
}

/** What the camera sees, with the frame to hold a code into. */
function CameraView({ showIn, live }: CameraViewProps) {
  return (
    <div className="absolute inset-0 overflow-hidden bg-black" aria-hidden="true">
      <video ref={showIn} className="size-full object-cover" muted playsInline />
      <div
        className={`absolute inset-0 m-auto aspect-square w-[min(72vw,52dvh)] rounded-3xl shadow-[0_0_0_100vmax_rgb(0_0_0/0.55)] transition-opacity ${live ? 'opacity-100' : 'opacity-40'}`}
      >
        {CORNERS.map((corner) => (
          <span key={corner} className={`absolute size-12 border-accent ${corner}`} />
        ))}
      </div>
    </div>
  );
}

/** Why the camera does not work, in the middle of the scanner. */
function ScannerError({ message }: { message: string }) {
  return (
    <div
      role="alert"
      className="m-auto flex max-w-sm flex-col items-center gap-3 rounded-card border border-line bg-raised p-6 text-center"
    >
      <CameraOff aria-hidden="true" className="size-9 text-overdue" />
      <h3 className="text-lg font-semibold">Scanner Error</h3>
      <p className="text-muted">{message}</p>
      {!window.isSecureContext && (
        <p className="text-sm text-muted">
          Browsers open the camera on secure addresses (https) only.
        </p>
      )}
    </div>
  );
}

/** Says whether the scanner is looking. */
function ScannerIndicator({ live, busy }: ScannerIndicatorProps) {
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

const CORNERS = [
  'top-0 left-0 rounded-tl-3xl border-t-4 border-l-4',
  'top-0 right-0 rounded-tr-3xl border-t-4 border-r-4',
  'bottom-0 left-0 rounded-bl-3xl border-b-4 border-l-4',
  'bottom-0 right-0 rounded-br-3xl border-b-4 border-r-4',
];

type CameraViewProps = { showIn: Scanner['showIn']; live: boolean };

type ScannerIndicatorProps = { live: boolean; busy: boolean };
