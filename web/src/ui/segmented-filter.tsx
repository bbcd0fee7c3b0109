import { useId } from 'react';

type Segment<V extends string> = { value: V; label: string; count?: number };

type SegmentedFilterProps<V extends string> = {
  label: string;
  options: readonly Segment<V>[];
  value: V;
  onChange: (value: V) => void;
};

/** A choice out of a few, all visible. */
export function SegmentedFilter<V extends string>({
  label,
  options,
  value,
  onChange,
}: SegmentedFilterProps<V>) {
  const name = useId();
  return (
    <fieldset className="flex flex-wrap gap-1 rounded-control bg-sunken p-1 ring-1 ring-line ring-inset">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="relative flex min-h-11 flex-1 cursor-pointer items-center justify-center gap-1.5 rounded-[0.5625rem] px-3 text-sm font-medium text-muted transition-colors duration-150 hover:text-ink has-checked:bg-raised has-checked:text-ink has-checked:shadow-sm has-focus-visible:outline-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {option.label}
          {option.count !== undefined && (
            <span className="text-xs tabular-nums">{option.count}</span>
          )}
        </label>
      ))}
    </fieldset>
  );
}
