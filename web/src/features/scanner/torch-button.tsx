import { Flashlight, FlashlightOff } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';

/** Switches the torch of a camera that has one; it goes out with the camera. */
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

/** Whether the camera has a torch that a page may switch; not every browser can tell. */
function hasTorch(track: MediaStreamTrack): boolean {
  if (typeof track.getCapabilities !== 'function') return false;
  const capabilities: TorchCapabilities = track.getCapabilities();
  return capabilities.torch === true;
}

function switchTorch(track: MediaStreamTrack, on: boolean): Promise<void> {
  const torch: TorchConstraint = { torch: on };
  return track.applyConstraints({ advanced: [torch] });
}

// `torch` is in the image capture standard, but not yet in TypeScript's declarations.
type TorchCapabilities = MediaTrackCapabilities & { torch?: boolean };
type TorchConstraint = MediaTrackConstraintSet & { torch: boolean };
