import { Flashlight, FlashlightOff } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { hasTorch, switchTorch } from './torch.ts';

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
