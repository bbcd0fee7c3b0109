import { Flashlight, FlashlightOff } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';

/** Switches the lamp of a camera that has one; the lamp goes out with the camera. */
export function TorchButton({ track }: { track: MediaStreamTrack }) {
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
      label="Torch"
      icon={on ? <FlashlightOff /> : <Flashlight />}
      aria-pressed={on}
      onClick={toggle}
    />
  );
}

/** Whether the camera has a lamp that a page may switch; not every browser can tell. */
function hasTorch(track: MediaStreamTrack): boolean {
  if (typeof track.getCapabilities !== 'function') return false;
  const capabilities: LampCapabilities = track.getCapabilities();
  return capabilities.torch === true;
}

/** Switches the lamp beside the camera. */
function switchTorch(track: MediaStreamTrack, on: boolean): Promise<void> {
  const lamp: LampConstraint = { torch: on };
  return track.applyConstraints({ advanced: [lamp] });
}

// Torch is in the image capture standard, not yet in TypeScript's own declarations.
type LampCapabilities = MediaTrackCapabilities & { torch?: boolean };
type LampConstraint = MediaTrackConstraintSet & { torch: boolean };
