import { type ComponentProps, useId } from 'react';
import { classNames } from './class-names.ts';

type TextFieldProps = ComponentProps<'input'> & {
  label: string;
  hint?: string | undefined;
  error?: string | null | undefined;
};

export const inputClassName =
  'block w-full min-h-11 rounded-control border bg-surface px-3.5 py-2 text-base text-ink transition-colors duration-150 hover:border-muted focus-visible:outline-offset-0 disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-muted';

/** An input cuts what does not fit, so with large text a date and time stop growing before that. */
const wholeDateClassName = 'text-[min(1rem,max(16px,5.4vw))]!';

/** A labelled text input with room for a hint or an error. */
export function TextField({ label, hint, error, className, id, ...rest }: TextFieldProps) {
  const ownId = useId();
  const inputId = id ?? ownId;
  const noteId = `${inputId}-note`;
  const note = error ?? hint;
  return (
    <div className={className}>
      <label htmlFor={inputId} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <input
        {...rest}
        id={inputId}
        aria-invalid={error ? true : undefined}
        aria-describedby={note ? noteId : undefined}
        className={classNames(
          inputClassName,
          error ? 'border-danger' : 'border-line-strong',
          rest.type === 'datetime-local' && wholeDateClassName,
        )}
      />
      {note && (
        <p
          id={noteId}
          role={error ? 'alert' : undefined}
          className={classNames('mt-1.5 text-sm', error ? 'text-danger' : 'text-muted')}
        >
          {note}
        </p>
      )}
    </div>
  );
}
