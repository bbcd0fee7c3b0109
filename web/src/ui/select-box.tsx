import { useEffect, useRef } from 'react';

type SelectBoxProps = {
  /** What it selects, for screen readers. */
  label: string;
  checked: boolean;
  /** Some of what it stands for is selected. */
  mixed?: boolean;
  onChange: (checked: boolean) => void;
};

/** A box that selects a row; as large as a finger needs. */
export function SelectBox({ label, checked, mixed = false, onChange }: SelectBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // There is no attribute for it.
    if (input.current) input.current.indeterminate = mixed;
  }, [mixed]);
  return (
    <label className="grid size-11 cursor-pointer place-items-center rounded-control hover:bg-sunken">
      <input
        ref={input}
        type="checkbox"
        aria-label={label}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="size-4.5 cursor-pointer accent-accent"
      />
    </label>
  );
}
