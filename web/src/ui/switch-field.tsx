import { useId } from 'react';

type SwitchFieldProps = {
  label: string;
  /** What it does, in a few words. */
  hint?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
};

/** A switch that takes effect at once. */
export function SwitchField({ label, hint, checked, onChange }: SwitchFieldProps) {
  const id = useId();
  return (
    <div className="relative flex min-h-11 items-center justify-between gap-4">
      <div className="min-w-0 text-left">
        <label
          htmlFor={id}
          className="font-medium after:absolute after:inset-0 after:cursor-pointer"
        >
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-sm text-muted">
            {hint}
          </p>
        )}
      </div>
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-describedby={hint && `${id}-hint`}
        checked={checked}
        aria-checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="relative h-7 w-12 shrink-0 cursor-pointer appearance-none rounded-full bg-line-strong transition-colors duration-150 before:absolute before:top-0.5 before:left-0.5 before:size-6 before:rounded-full before:bg-white before:transition-transform before:duration-150 checked:bg-accent checked:before:translate-x-5 forced-colors:appearance-auto"
      />
    </div>
  );
}
