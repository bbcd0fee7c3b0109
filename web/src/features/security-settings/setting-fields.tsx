import { useId } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { inputClassName } from '../../ui/text-field.tsx';
import { fieldBounds, type NumberFieldName } from './settings-draft.ts';

type NumberFieldProps = {
  field: NumberFieldName;
  label: string;
  unit: string;
  /** What the setting does. */
  text: string;
  value: number;
  error: string | undefined;
  onChange: (value: number) => void;
};

/** A number setting, with its bounds. */
export function NumberField({
  field,
  label,
  unit,
  text,
  value,
  error,
  onChange,
}: NumberFieldProps) {
  const id = useId();
  const { min, max } = fieldBounds(field);
  return (
    <div className="grid gap-x-8 gap-y-2 py-4 sm:grid-cols-[minmax(0,1fr)_13rem]">
      <div>
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        <p id={`${id}-text`} className="text-sm text-muted">
          {text}
        </p>
      </div>
      <div>
        <div className="relative">
          <input
            id={id}
            type="number"
            inputMode="numeric"
            min={min}
            max={max}
            step={1}
            required
            value={Number.isNaN(value) ? '' : value}
            aria-invalid={error ? true : undefined}
            aria-describedby={`${id}-text ${id}-note`}
            onChange={(event) => onChange(event.target.valueAsNumber)}
            className={classNames(
              inputClassName,
              '[appearance:textfield] pr-24 tabular-nums [&::-webkit-inner-spin-button]:appearance-none',
              error ? 'border-danger' : 'border-line-strong',
            )}
          />
          <span
            aria-hidden
            className="pointer-events-none absolute inset-y-0 right-3.5 grid place-items-center text-sm text-muted"
          >
            {unit}
          </span>
        </div>
        <p
          id={`${id}-note`}
          role={error ? 'alert' : undefined}
          className={classNames('mt-1.5 text-sm', error ? 'text-danger' : 'text-muted')}
        >
          {error ?? `${min} to ${max} ${unit}`}
        </p>
      </div>
    </div>
  );
}

type ToggleFieldProps = {
  label: string;
  text?: string;
  value: boolean;
  onChange: (value: boolean) => void;
};

/** An on/off setting. */
export function ToggleField({ label, text, value, onChange }: ToggleFieldProps) {
  const id = useId();
  return (
    <label className="flex cursor-pointer items-center justify-between gap-6 py-4">
      <span>
        <span className="block font-medium">{label}</span>
        {text && (
          <span id={id} className="block text-sm text-muted">
            {text}
          </span>
        )}
      </span>
      <input
        type="checkbox"
        aria-label={label}
        aria-describedby={text ? id : undefined}
        checked={value}
        onChange={(event) => onChange(event.target.checked)}
        className="relative h-7 w-12 shrink-0 cursor-pointer appearance-none rounded-full bg-line-strong transition-colors duration-150 before:absolute before:top-1 before:left-1 before:size-5 before:rounded-full before:bg-surface before:transition-transform before:duration-150 checked:bg-accent checked:before:translate-x-5"
      />
    </label>
  );
}
