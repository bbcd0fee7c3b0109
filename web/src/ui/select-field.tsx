import { ChevronDown } from 'lucide-react';
import { type ComponentProps, useId } from 'react';
import { classNames } from './class-names.ts';
import { inputClassName } from './text-field.tsx';

export type SelectOption<V extends string = string> = {
  value: V;
  label: string;
  disabled?: boolean;
};

type SelectFieldProps<V extends string> = Omit<
  ComponentProps<'select'>,
  'children' | 'value' | 'onChange'
> & {
  label: string;
  value: V;
  options: readonly SelectOption<V>[];
  onChange: (value: V) => void;
  /** Hides the label visually; screen readers still read it. */
  hideLabel?: boolean;
  error?: string | null | undefined;
};

/** A choice out of a list, with the device's own picker. */
export function SelectField<V extends string>({
  label,
  options,
  onChange,
  hideLabel = false,
  error,
  className,
  id,
  ...rest
}: SelectFieldProps<V>) {
  const ownId = useId();
  const selectId = id ?? ownId;
  const choose = (value: string) => {
    const option = options.find((each) => each.value === value);
    if (option) onChange(option.value);
  };
  return (
    <div className={className}>
      <label
        htmlFor={selectId}
        className={hideLabel ? 'sr-only' : 'mb-1.5 block text-sm font-medium'}
      >
        {label}
      </label>
      <div className="relative">
        <select
          {...rest}
          id={selectId}
          onChange={({ target }) => choose(target.value)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${selectId}-note` : undefined}
          className={classNames(
            inputClassName,
            'cursor-pointer appearance-none truncate pr-10',
            error ? 'border-danger' : 'border-line-strong',
          )}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown
          aria-hidden
          className="pointer-events-none absolute top-1/2 right-3 size-4.5 -translate-y-1/2 text-muted"
        />
      </div>
      {error && (
        <p id={`${selectId}-note`} role="alert" className="mt-1.5 text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
