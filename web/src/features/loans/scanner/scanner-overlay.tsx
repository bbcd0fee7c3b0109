import { Dialog } from '@base-ui/react/dialog';
import { t as actionText } from '@keydesk/shared/texts/en/actions';
import { t } from '@keydesk/shared/texts/en/scanner';
import { ArrowLeft, CameraOff, CloudOff, Flashlight, FlashlightOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useOfflineReason } from '../../../lib/live/connection.ts';
import { useBackCloses } from '../../../lib/overlay-history.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Spinner } from '../../../ui/loading.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { FoundCode } from './code-watcher.ts';
import { type Scanner, useScanner } from './use-scanner.ts';

type ScannerOverlayProps = {
  open: boolean;
  onClose: () => void;
  onCode: (text: string) => void;
  /** Called instead for several codes at once, from left to right. */
  onSeveral: (codes: readonly FoundCode[]) => void;
  /** A code is being processed: the camera stays on, and further codes are ignored. */
  busy?: boolean;
  /** Looks for a key tag: codes beside it do not count. */
  wantsTag?: boolean;
  status?: string;
  children?: ReactNode;
};

export function ScannerOverlay({
  open,
  onClose,
  onCode,
  onSeveral,
  busy = false,
  wantsTag = false,
  status,
  children,
}: ScannerOverlayProps) {
  const onCodes = (codes: readonly FoundCode[]) => {
    const [code, ...others] = codes;
    if (code && others.length === 0) onCode(code.text);
    else onSeveral(codes);
  };
  const { state, videoRef, restart } = useScanner({
    active: open,
    paused: busy,
    wantsTag,
    onCodes,
  });
  const offlineReason = useOfflineReason();
  useBackCloses(open, onClose);
  const live = state.status === 'scanning';
  return (
    <Dialog.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Dialog.Portal>
        <Dialog.Popup className="fixed inset-0 z-50 flex flex-col pt-[var(--toasts,0px)] always-dark bg-black text-ink outline-none">
          <CameraView videoRef={videoRef} live={live} />
          <div className="relative flex items-center gap-2 bg-linear-to-b from-black/80 to-transparent p-3 pt-[max(0.75rem,env(safe-area-inset-top))]">
            <Button variant="quiet" onClick={onClose}>
              <ArrowLeft aria-hidden="true" className="size-5" />
              {t('go-back')}
            </Button>
            <Dialog.Title className="min-w-0 flex-1 truncate text-center font-semibold">
              {t('scan-code')}
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
                {t('no-scans-offline', { reason: offlineReason })}
              </Notice>
            )}
            {state.status === 'error' ? (
              <ScannerError message={state.message} />
            ) : (
              <div className="mt-auto flex flex-col items-center gap-3 text-center">
                {status && (
                  <p
                    role="status"
                    className="rounded-full bg-black/70 px-4 py-2 text-xl font-semibold text-ink"
                  >
                    {status}
                  </p>
                )}
                <ScannerIndicator live={live} busy={busy} offline={offlineReason !== null} />
              </div>
            )}
          </div>
          <div className="relative mx-auto flex w-full max-w-md gap-3 p-4 pb-[max(1rem,env(safe-area-inset-bottom))]">
            <Button variant="secondary" className="flex-1" onClick={onClose}>
              {actionText('cancel')}
            </Button>
            <Button variant={live ? 'secondary' : 'primary'} className="flex-1" onClick={restart}>
              {actionText('try-again')}
            </Button>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
      {children}
    </Dialog.Root>
  );
}

function CameraView({ videoRef, live }: CameraViewProps) {
  return (
    <div className="absolute inset-0 overflow-hidden bg-black" aria-hidden="true">
      <video ref={videoRef} className="size-full object-cover" muted playsInline />
      <div
        className={`absolute inset-0 m-auto aspect-square w-[min(72vw,52dvh)] rounded-sheet shadow-[0_0_0_100vmax_rgb(0_0_0/0.55)] transition-opacity ${live ? 'opacity-100' : 'opacity-40'}`}
      >
        {cornerClassNames.map((corner) => (
          <span key={corner} className={`absolute size-12 border-accent ${corner}`} />
        ))}
      </div>
    </div>
  );
}

function ScannerError({ message }: { message: string }) {
  return (
    <div
      role="alert"
      className="m-auto flex max-w-sm flex-col items-center gap-3 rounded-card border border-line bg-raised p-6 text-center"
    >
      <CameraOff aria-hidden="true" className="size-9 text-overdue" />
      <h3 className="text-xl font-semibold">{t('error')}</h3>
      <p className="text-muted">{message}</p>
      {!window.isSecureContext && <p className="text-sm text-muted">{t('secure-only')}</p>}
    </div>
  );
}

function ScannerIndicator({ live, busy, offline }: ScannerIndicatorProps) {
  return (
    <p
      role="status"
      className="mx-auto inline-flex min-h-11 items-center gap-2.5 rounded-full bg-black/70 px-4 font-semibold text-ink"
    >
      {busy ? (
        <Spinner className="size-4" />
      ) : (
        <span
          aria-hidden="true"
          className={classNames(
            'size-2.5 rounded-full',
            live && !offline ? 'animate-pulse bg-available motion-reduce:animate-none' : 'bg-muted',
          )}
        />
      )}
      {indicatorText({ live, busy, offline })}
    </p>
  );
}

function indicatorText({ live, busy, offline }: ScannerIndicatorProps): string {
  if (busy) return t('processing');
  if (live && offline) return t('waiting');
  return t(live ? 'scanning' : 'not-active');
}

const cornerClassNames = [
  'top-0 left-0 rounded-tl-sheet border-t-4 border-l-4',
  'top-0 right-0 rounded-tr-sheet border-t-4 border-r-4',
  'bottom-0 left-0 rounded-bl-sheet border-b-4 border-l-4',
  'bottom-0 right-0 rounded-br-sheet border-b-4 border-r-4',
];

type CameraViewProps = { videoRef: Scanner['videoRef']; live: boolean };

type ScannerIndicatorProps = { live: boolean; busy: boolean; offline: boolean };

/** Switches the torch of a camera that has one; closing the camera turns it off. */
function TorchButton({ track }: { track: MediaStreamTrack }) {
  const [on, setOn] = useState(false);
  if (!hasTorch(track)) return null;
  const toggle = () => {
    switchTorch(track, !on).then(
      () => setOn(!on),
      () => setOn(false),
    );
  };
  return (
    <IconButton
      label={t('torch')}
      icon={on ? <FlashlightOff /> : <Flashlight />}
      aria-pressed={on}
      onClick={toggle}
    />
  );
}

/** Not every browser reports capabilities. */
function hasTorch(track: MediaStreamTrack): boolean {
  if (typeof track.getCapabilities !== 'function') return false;
  const capabilities: TorchCapabilities = track.getCapabilities();
  return capabilities.torch === true;
}

function switchTorch(track: MediaStreamTrack, on: boolean): Promise<void> {
  const torch: TorchConstraint = { torch: on };
  return track.applyConstraints({ advanced: [torch] });
}

type TorchCapabilities = MediaTrackCapabilities & { torch?: boolean };
type TorchConstraint = MediaTrackConstraintSet & { torch: boolean };
