// Torch is in the image capture standard, not yet in TypeScript's own declarations.
type LampCapabilities = MediaTrackCapabilities & { torch?: boolean };
type LampConstraint = MediaTrackConstraintSet & { torch: boolean };

/** Whether the camera has a lamp that a page may switch; not every browser can tell. */
export function hasTorch(track: MediaStreamTrack): boolean {
  if (typeof track.getCapabilities !== 'function') return false;
  const capabilities: LampCapabilities = track.getCapabilities();
  return capabilities.torch === true;
}

/** Switches the lamp beside the camera. */
export function switchTorch(track: MediaStreamTrack, on: boolean): Promise<void> {
  const lamp: LampConstraint = { torch: on };
  return track.applyConstraints({ advanced: [lamp] });
}
