import { t } from '@keydesk/shared/texts/en/scanner';
import type { FoundCode } from './code-watcher.ts';
import { createCodeWatcher } from './code-watcher.ts';

export type ScannerState =
  | { status: 'idle' }
  | { status: 'starting' }
  | { status: 'scanning'; track: MediaStreamTrack }
  | { status: 'error'; message: string };

type CameraSession = {
  video: HTMLVideoElement;
  decode: (picture: ImageBitmap) => Promise<FoundCode[]>;
  onState: (state: ScannerState) => void;
  onCodes: (codes: FoundCode[]) => void;
  isPaused: () => boolean;
  /** Looks for a key tag: codes beside it do not count. */
  wantsTag: () => boolean;
};

/** Reports each code once while it is in view, until `stop` is aborted, also by an error. */
export async function runCamera(session: CameraSession, stop: AbortController): Promise<void> {
  const { video, onState } = session;
  const { signal } = stop;
  const fail = (message: string) => {
    if (signal.aborted) return;
    stop.abort();
    onState({ status: 'error', message });
  };
  onState({ status: 'starting' });
  try {
    const stream = await openCamera(navigator.mediaDevices);
    signal.addEventListener('abort', () => release(video, stream));
    if (signal.aborted) return release(video, stream);
    const track = await play(video, stream, () => fail(t('playback-failed')), signal);
    if (!track || signal.aborted) return;
    onState({ status: 'scanning', track });
    await runScanLoop(createScan(session, signal), signal);
  } catch (error) {
    fail(cameraMessage(error));
  }
}

function release(video: HTMLVideoElement, stream: MediaStream): void {
  closeCamera(stream);
  if (video.srcObject === stream) video.srcObject = null;
}

function closeCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

async function play(
  video: HTMLVideoElement,
  stream: MediaStream,
  fail: () => void,
  signal: AbortSignal,
): Promise<MediaStreamTrack | undefined> {
  const [track] = stream.getVideoTracks();
  track?.addEventListener('ended', fail, { signal });
  video.addEventListener('error', fail, { signal });
  video.srcObject = stream;
  await video.play().catch(fail);
  return track;
}

function createScan(session: CameraSession, signal: AbortSignal): () => Promise<void> {
  const { video, decode, onCodes, isPaused, wantsTag } = session;
  const watcher = createCodeWatcher();
  return async () => {
    if (isPaused()) return watcher.extend(performance.now());
    if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return;
    const found = await decode(await createImageBitmap(video));
    if (signal.aborted || isPaused()) return;
    const codes = watcher.see(found, performance.now(), wantsTag());
    if (codes.length > 0) onCodes(codes);
  };
}

const rearCamera: MediaStreamConstraints = {
  audio: false,
  video: {
    facingMode: { ideal: 'environment' },
    width: { ideal: 1280 },
    height: { ideal: 720 },
  },
};

const failures: Readonly<Record<string, 'access-denied' | 'no-camera' | 'in-use'>> = {
  NotAllowedError: 'access-denied',
  SecurityError: 'access-denied',
  NotFoundError: 'no-camera',
  OverconstrainedError: 'no-camera',
  NotReadableError: 'in-use',
};

/** Prefers the rear camera. Browsers offer no camera on insecure addresses. */
export async function openCamera(devices: MediaDevices | undefined): Promise<MediaStream> {
  if (!devices) throw new Error('The camera needs a secure address');
  return devices.getUserMedia(rearCamera);
}

export function cameraMessage(error: unknown): string {
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  return t(failures[name] ?? 'start-failed');
}

const scanEveryMs = 200;

/** Scans up to five times a second, never two at a time, until aborted. */
export async function runScanLoop(scan: () => Promise<void>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const next = performance.now() + scanEveryMs;
    await scan();
    await abortableDelay(next - performance.now(), signal);
  }
}

function abortableDelay(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted || milliseconds <= 0) return resolve();
    const timer = setTimeout(finish, milliseconds);
    signal.addEventListener('abort', finish);
    function finish() {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      resolve();
    }
  });
}
