import { cameraMessage, closeCamera, openCamera, PLAYBACK_FAILED } from './camera.ts';
import { createCodeGate } from './code-gate.ts';
import { repeatScans } from './scan-loop.ts';

export type ScannerState =
  | { status: 'idle' }
  | { status: 'starting' }
  | { status: 'scanning'; track: MediaStreamTrack }
  | { status: 'error'; message: string };

export type CameraSession = {
  video: HTMLVideoElement;
  decode: (picture: ImageBitmap) => Promise<string | null>;
  onState: (state: ScannerState) => void;
  onCode: (text: string) => void;
  isPaused: () => boolean;
};

/** Runs the camera and reads codes until `stop` is aborted, or until a fault, which aborts it. */
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
    const track = await play(video, stream, () => fail(PLAYBACK_FAILED), signal);
    if (!track || signal.aborted) return;
    onState({ status: 'scanning', track });
    await repeatScans(scanOf(session, signal), signal);
  } catch (error) {
    fail(cameraMessage(error));
  }
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

function scanOf(session: CameraSession, signal: AbortSignal): () => Promise<void> {
  const { video, decode, onCode, isPaused } = session;
  const gate = createCodeGate();
  return async () => {
    if (isPaused()) return gate.lookAway(performance.now());
    if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return;
    const text = await decode(await createImageBitmap(video));
    if (text === null || signal.aborted || isPaused()) return;
    if (gate.isNew(text, performance.now())) onCode(text);
  };
}

function release(video: HTMLVideoElement, stream: MediaStream): void {
  closeCamera(stream);
  if (video.srcObject === stream) video.srcObject = null;
}
