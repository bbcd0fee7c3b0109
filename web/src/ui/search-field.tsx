import { Search, X } from 'lucide-react';
import { useRef } from 'react';
import { classNames } from './class-names.ts';
import { IconButton } from './icon-button.tsx';
import { inputClassName } from './text-field.tsx';

type SearchFieldProps = {
  value: string;
  onChange: (value: string) => void;
  placeholder: string;
  className?: string;
};

/** A search box that can be cleared with a button or Escape. */
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
        className="pointer-events-none absolute top-1/2 left-3.5 size-5 -translate-y-1/2 text-muted"
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
        className={classNames(
          inputClassName,
          'min-h-12 border-line-strong pl-11',
          value && 'pr-12',
        )}
      />
      {value && (
        <span className="absolute inset-y-0 right-0.5 grid place-items-center">
          <IconButton label="Clear search" icon={<X />} onClick={clear} />
        </span>
      )}
    </div>
  );
}
