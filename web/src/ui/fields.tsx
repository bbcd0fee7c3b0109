import { dateText } from '@keydesk/shared/core/formats';
import { t as fieldText } from '@keydesk/shared/texts/en/fields';
import { t } from '@keydesk/shared/texts/en/forms';
import { ChevronDown } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { useCampusTimezone } from '../lib/config.ts';
import { classNames } from './class-names.ts';

type TextFieldProps = ComponentProps<'input'> & {
  label: string;
  hint?: string | undefined;
  error?: string | null | undefined;
};

export const inputClassName =
  'block w-full min-h-11 rounded-control border bg-surface px-3.5 py-2 text-base text-ink transition-colors duration-150 hover:border-muted focus-visible:outline-offset-0 disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-muted';

/** An input clips overflow, so with large text a date and time stop growing before that. */
const wholeDateClassName = 'text-[min(1rem,max(16px,5.4vw))]!';

export function TextField({ label, hint, error, className, id, ...rest }: TextFieldProps) {
  const ownId = useId();
  const inputId = id ?? ownId;
  const noteId = `${inputId}-note`;
  const note = error ?? hint;
  const wordsId = `${inputId}-words`;
  const words = dateInWords(rest);
  return (
    <div className={className}>
      <div className="mb-1.5 flex flex-wrap items-baseline justify-between gap-x-2 text-sm">
        <label htmlFor={inputId} className="font-semibold">
          {label}
        </label>
        {words && (
          <span id={wordsId} className="text-muted">
            {words}
          </span>
        )}
      </div>
      <input
        {...rest}
        id={inputId}
        aria-invalid={error ? true : undefined}
        aria-describedby={[words && wordsId, note && noteId].filter(Boolean).join(' ') || undefined}
        className={classNames(
          inputClassName,
          error ? 'border-danger' : 'border-line-strong',
          rest.type === 'datetime-local' && wholeDateClassName,
        )}
      />
      <FieldNote id={noteId} note={note} isError={Boolean(error)} />
    </div>
  );
}

/** A date and time, typed on the campus's clock. */
export function MomentField(props: TextFieldProps) {
  const timezone = useCampusTimezone();
  return (
    <TextField
      hint={fieldText('campus-time-zone', { timezone })}
      {...props}
      type="datetime-local"
    />
  );
}

type FieldNoteProps = { id: string; note: string | null | undefined; isError: boolean };

function FieldNote({ id, note, isError }: FieldNoteProps) {
  if (!note) return null;
  return (
    <p
      id={id}
      role={isError ? 'alert' : undefined}
      className={classNames('mt-1.5 text-sm wrap-anywhere', isError ? 'text-danger' : 'text-muted')}
    >
      {note}
    </p>
  );
}

/** Browsers show dates in their own order, month first in some, whatever the page's language. */
function dateInWords({ type, value }: ComponentProps<'input'>): string | null {
  if (type !== 'date' && type !== 'datetime-local') return null;
  const moment = Date.parse(type === 'date' ? `${value}` : `${value}Z`);
  const style = type === 'date' ? 'weekday-date' : 'weekday-date-time';
  return Number.isNaN(moment) ? null : dateText(moment, style, 'UTC');
}

type TextAreaFieldProps = ComponentProps<'textarea'> & {
  label: string;
  /** Adds the word to the label. */
  optional?: boolean;
  error?: string | null | undefined;
};

export function TextAreaField(props: TextAreaFieldProps) {
  const { label, optional, error, className, ...rest } = props;
  const id = useId();
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {label}
        {optional && <span className="font-normal text-muted"> {t('optional-mark')}</span>}
      </label>
      <textarea
        rows={2}
        {...rest}
        id={id}
        aria-invalid={error ? true : undefined}
        className={classNames(inputClassName, error ? 'border-danger' : 'border-line-strong')}
      />
      {error && (
        <p role="alert" className="mt-1.5 text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  );
}

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
  hint?: string | undefined;
  error?: string | null | undefined;
};

/** A choice from a list, with the device's own picker. */
export function SelectField<V extends string>({
  label,
  options,
  onChange,
  hideLabel = false,
  hint,
  error,
  className,
  id,
  ...rest
}: SelectFieldProps<V>) {
  const ownId = useId();
  const selectId = id ?? ownId;
  const note = error ?? hint;
  const choose = (value: string) => {
    const option = options.find((each) => each.value === value);
    if (option) onChange(option.value);
  };
  return (
    <div className={className}>
      <label
        htmlFor={selectId}
        className={hideLabel ? 'sr-only' : 'mb-1.5 block text-sm font-semibold'}
      >
        {label}
      </label>
      <div className="relative">
        <select
          {...rest}
          id={selectId}
          onChange={({ target }) => choose(target.value)}
          aria-invalid={error ? true : undefined}
          aria-describedby={note ? `${selectId}-note` : undefined}
          className={classNames(
            inputClassName,
            'cursor-pointer appearance-none truncate pe-10',
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
          className="pointer-events-none absolute top-1/2 end-3 size-4.5 -translate-y-1/2 text-muted"
        />
      </div>
      <FieldNote id={`${selectId}-note`} note={note} isError={Boolean(error)} />
    </div>
  );
}

type CheckFieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
  className?: string;
};

export function CheckField({ label, hint, onChange, className, ...rest }: CheckFieldProps) {
  const id = useId();
  return (
    <label className={classNames('flex min-h-11 cursor-pointer items-center gap-2.5', className)}>
      <input
        {...rest}
        type="checkbox"
        aria-labelledby={`${id}-label`}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span className="min-w-0 wrap-anywhere">
        <span id={`${id}-label`} className="block">
          {label}
        </span>
        {hint && (
          <span id={`${id}-hint`} className="block text-sm text-muted">
            {hint}
          </span>
        )}
      </span>
    </label>
  );
}

type SwitchFieldProps = {
  label: string;
  hint?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
};

export function SwitchField({ label, hint, checked, onChange }: SwitchFieldProps) {
  const id = useId();
  return (
    <div className="relative flex min-h-11 items-center justify-between gap-4">
      <div className="min-w-0 text-start">
        <label
          htmlFor={id}
          className="font-semibold after:absolute after:inset-0 after:cursor-pointer"
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
        className="relative h-7 w-12 shrink-0 cursor-pointer appearance-none rounded-full bg-line-strong transition-colors duration-150 before:absolute before:top-0.5 before:start-0.5 before:size-6 before:rounded-full before:bg-white before:transition-transform before:duration-150 checked:bg-accent checked:before:translate-x-5 rtl:checked:before:-translate-x-5 forced-colors:appearance-auto"
      />
    </div>
  );
}
