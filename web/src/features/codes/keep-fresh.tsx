import { useState } from 'react';
import { storedKeepFresh } from '../../lib/storage.ts';
import { SwitchField } from '../../ui/switch-field.tsx';

type KeepFreshProps = { on: boolean; onChange: (on: boolean) => void };

/** Lets a code renew itself, for whoever waits in a queue. */
export function KeepFreshSwitch({ on, onChange }: KeepFreshProps) {
  return (
    <SwitchField
      label="Keep fresh"
      hint="Renews itself when it expires, up to five times."
      checked={on}
      onChange={onChange}
    />
  );
}

/** Whether codes renew themselves on this device; at first they do not. */
export function useKeepFresh(): [on: boolean, setOn: (on: boolean) => void] {
  const [on, setOn] = useState(() => storedKeepFresh.read() === 'true');
  const change = (next: boolean) => {
    setOn(next);
    storedKeepFresh.write(String(next));
  };
  return [on, change];
}
