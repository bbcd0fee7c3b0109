import { Combobox } from '@base-ui/react/combobox';
import { t } from '@keydesk/shared/texts/en/forms';
import { ChevronDown, X } from 'lucide-react';
import { useId, useState } from 'react';
import { classNames } from './class-names.ts';
import { inputClassName } from './fields.tsx';

export type ComboboxOption = { id: string; label: string; note?: string };

type ComboboxFieldProps = {
  label: string;
  placeholder: string;
  picks: readonly ComboboxOption[];
  value: ComboboxOption | null;
  onChange: (pick: ComboboxOption | null) => void;
  /** Called with the typed text, for callers that filter `picks` themselves. */
  onSearch?: (text: string) => void;
  /** `picks` are already filtered. */
  filtered?: boolean;
  error?: string | null | undefined;
  className?: string;
};

export function ComboboxField(props: ComboboxFieldProps) {
  const { label, placeholder, picks, value, onChange, onSearch, filtered, error, className } =
    props;
  const errorId = useId();
  const [typed, setTyped] = useState('');
  return (
    <Combobox.Root
      items={picks}
      value={value}
      onValueChange={onChange}
      onInputValueChange={(text) => {
        setTyped(text);
        onSearch?.(text);
      }}
      isItemEqualToValue={(one, other) => one.id === other.id}
      itemToStringLabel={(pick) => pick.label}
      limit={50}
      {...(filtered && { filter: null })}
    >
      <div className={className}>
        <Combobox.Label className="mb-1.5 block text-sm font-semibold">{label}</Combobox.Label>
        <div className="relative">
          <Combobox.Trigger
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? errorId : undefined}
            className={classNames(
              inputClassName,
              'cursor-pointer truncate pe-10 text-start',
              error ? 'border-danger' : 'border-line-strong',
              value ? undefined : 'text-muted',
            )}
          >
            {value?.label ?? placeholder}
          </Combobox.Trigger>
          {value ? (
            <Combobox.Clear
              aria-label={t('clear', { field: label })}
              className="absolute inset-y-0 end-0 grid w-11 place-items-center text-muted hover:text-ink [&_svg]:size-4.5"
            >
              <X />
            </Combobox.Clear>
          ) : (
            <ChevronDown
              aria-hidden
              className="pointer-events-none absolute top-1/2 end-3 size-4.5 -translate-y-1/2 text-muted"
            />
          )}
        </div>
        {error && (
          <p id={errorId} role="alert" className="mt-1.5 text-sm text-danger">
            {error}
          </p>
        )}
      </div>
      <Combobox.Portal>
        <Combobox.Positioner align="start" sideOffset={4} className="z-50">
          <Combobox.Popup
            aria-label={label}
            className="w-(--anchor-width) min-w-64 rounded-card border border-line bg-raised p-1.5 text-ink shadow-float"
          >
            <Combobox.Input
              aria-label={t('search', { field: label })}
              placeholder={t('search-field')}
              className={classNames(inputClassName, 'border-line-strong')}
            />
            <Combobox.Empty className="px-3 pt-3 pb-2 text-sm text-muted empty:hidden">
              {(typed.trim() !== '' || !filtered) && t('nothing-found')}
            </Combobox.Empty>
            <Combobox.List
              aria-label={label}
              className="mt-1.5 max-h-60 overflow-y-auto overscroll-contain data-empty:hidden"
            >
              {(pick: ComboboxOption) => (
                <Combobox.Item
                  key={pick.id}
                  value={pick}
                  className="min-h-11 cursor-pointer rounded-control px-3 py-2 outline-none data-highlighted:bg-sunken data-selected:text-accent"
                >
                  <span className="block truncate">{pick.label}</span>
                  {pick.note && (
                    <span className="block truncate text-sm text-muted">{pick.note}</span>
                  )}
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}
