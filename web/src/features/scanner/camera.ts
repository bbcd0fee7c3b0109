const REAR_CAMERA: MediaStreamConstraints = {
  audio: false,
  video: {
    facingMode: { ideal: 'environment' },
    width: { ideal: 1280 },
    height: { ideal: 720 },
  },
};

export const PLAYBACK_FAILED = 'Video playback error occurred';
const START_FAILED = 'Failed to start camera';

const MESSAGES: Record<string, string> = {
  NotAllowedError: 'Camera access denied. Please allow camera permissions and try again.',
  SecurityError: 'Camera access denied. Please allow camera permissions and try again.',
  NotFoundError: 'No camera found on this device.',
  OverconstrainedError: 'No camera found on this device.',
  NotReadableError: 'Camera is already in use by another application.',
};

/** Opens the rear camera, or whichever there is. Browsers offer none on insecure addresses. */
export async function openCamera(devices: MediaDevices | undefined): Promise<MediaStream> {
  if (!devices) throw new Error('The camera needs a secure address');
  return devices.getUserMedia(REAR_CAMERA);
}

/** Gives the camera back; its light goes out. */
export function closeCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

/** What to tell the desk about a camera that did not start. */
export function cameraMessage(error: unknown): string {
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  return MESSAGES[name] ?? START_FAILED;
}
