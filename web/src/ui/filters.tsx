import { t } from '@keydesk/shared/texts/en/forms';
import { Search, SlidersHorizontal, X } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { Button, IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import { inputClassName } from './fields.tsx';

type SearchFieldProps = {
  value: string;
  onChange: (value: string) => void;
  placeholder: string;
  className?: string;
};

/** A search box that a button or Escape clears. */
export function SearchField({ value, onChange, placeholder, className }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const clear = () => {
    onChange('');
    input.current?.focus();
  };
  return (
    <div className={classNames('relative', className)}>
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 start-3.5 size-5 -translate-y-1/2 text-muted"
      />
      <input
        ref={input}
        type="search"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        value={value}
        aria-label={placeholder}
        placeholder={placeholder}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && value && clear()}
        className={classNames(inputClassName, 'border-line-strong ps-11', value && 'pe-12')}
      />
      {value && (
        <span className="absolute inset-y-0 end-0.5 grid place-items-center">
          <IconButton label={t('clear-search')} icon={<X />} onClick={clear} />
        </span>
      )}
    </div>
  );
}

type FilterBarProps = Omit<SearchFieldProps, 'className'> & {
  /** The filters, as fields with hidden labels. */
  children: ReactNode;
};

/** A list's search and its filters on one line; a phone shows the filters once asked. */
export function FilterBar({ children, ...search }: FilterBarProps) {
  const [open, setOpen] = useState(false);
  return (
    <search
      className={classNames(
        'mb-4 grid two-columns gap-2 md:flex md:flex-wrap md:gap-3 md:*:not-first:w-44',
        !open && '*:not-first:max-md:hidden',
      )}
    >
      <div className="col-span-full flex gap-2 md:min-w-60 md:flex-1">
        <SearchField {...search} className="flex-1" />
        <IconButton
          label={t('filters')}
          aria-expanded={open}
          icon={<SlidersHorizontal />}
          onClick={() => setOpen(!open)}
          className="border border-line-strong bg-surface text-ink! md:hidden"
        />
      </div>
      {children}
    </search>
  );
}

type FoldedFiltersProps = {
  label: string;
  /** What is chosen now. */
  chosen: string;
  children: ReactNode;
  className: string;
};

/** Filters that a phone shows once asked, behind a button with what is chosen. */
export function FoldedFilters({ label, chosen, children, className }: FoldedFiltersProps) {
  const [open, setOpen] = useState(false);
  return (
    <search aria-label={label}>
      <Button
        variant="secondary"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="w-full text-start md:hidden"
      >
        <span className="min-w-0 flex-1 truncate">{chosen}</span>
        <SlidersHorizontal aria-hidden className="size-4.5 shrink-0 text-muted" />
      </Button>
      <div className={classNames(className, 'max-md:mt-2', !open && 'max-md:hidden')}>
        {children}
      </div>
    </search>
  );
}

/** A row of choices of which one is pressed in; tabs within a page have it too. */
export const segmentsClassName = 'flex flex-wrap gap-1 rounded-control bg-sunken p-1';

export const segmentClassName =
  'relative flex min-h-11 flex-auto cursor-pointer items-center justify-center gap-1.5 rounded-control px-2 text-sm font-semibold text-muted sm:px-4 sm:whitespace-nowrap transition-colors duration-150 hover:text-ink has-checked:bg-raised has-checked:text-accent has-checked:shadow-sm data-active:bg-raised data-active:text-accent data-active:shadow-sm has-focus-visible:outline-2 has-focus-visible:outline-focus';

export function SegmentCount({ count }: { count: number }) {
  return <span className="font-normal text-muted tabular-nums">{count}</span>;
}

type Segment<V extends string> = { value: V; label: string; count?: number };

type SegmentedFilterProps<V extends string> = {
  label: string;
  options: readonly Segment<V>[];
  /** Null if the value is none of the options. */
  value: V | null;
  onChange: (value: V) => void;
};

export function SegmentedFilter<V extends string>({
  label,
  options,
  value,
  onChange,
}: SegmentedFilterProps<V>) {
  const name = useId();
  return (
    <fieldset className={segmentsClassName}>
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={segmentClassName}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {option.label}
          {option.count !== undefined && <SegmentCount count={option.count} />}
        </label>
      ))}
    </fieldset>
  );
}
