import type { Key } from '@keydesk/shared/keys/key';
import { formFields, type KeyFieldName, keyField } from '@keydesk/shared/keys/key-fields';
import { CircleAlert } from 'lucide-react';
import { type FormEvent, type Ref, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiError } from '../../lib/api.ts';
import { focusFirstInvalid } from '../../lib/browser.ts';
import { useCampus } from '../../lib/campus.ts';
import { useDesks } from '../../lib/desks.ts';
import { classNames } from '../../ui/class-names.ts';
import { Notice } from '../../ui/notice.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { inputClassName, TextField } from '../../ui/text-field.tsx';
import {
  type DraftErrors,
  emptyDraftAt,
  type KeyDraft,
  toKeyDraft,
  validateDraft,
  validateEdit,
} from './key-draft.ts';
import { useKeyOptions } from './key-labels.ts';
import type { KeySaveInput } from './mutations.ts';
import { OwnerField } from './owner-field.tsx';

type KeyFormProps = {
  formId: string;
  firstField: Ref<HTMLInputElement>;
  /** The key to edit; null for a new one. */
  item: Key | null;
  /** That of a new key; empty for the usual one. */
  department?: string;
  /** The desk scans the tags of chosen keys, so whether this is one can be said. */
  choosesTagCheck?: boolean;
  onSave: (saving: KeySaveInput) => void;
  /** Saved without any changes. */
  onUnchanged: () => void;
  failure: Error | null;
};

/** The form of a key, validated before it is sent. */
export function KeyForm(props: KeyFormProps) {
  const { formId, firstField, item, department = '', choosesTagCheck = false } = props;
  const { onSave, onUnchanged, failure } = props;
  const campus = useCampus();
  const [before] = useState(() => (item ? toKeyDraft(item) : emptyDraftAt(campus, department)));
  const [draft, setDraft] = useState<KeyDraft>(before);
  const [errors, setErrors] = useState<DraftErrors>({});
  const numberError = isNumberTaken(failure) && failure ? { keyNumber: failure.message } : {};
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const show = (found: DraftErrors | null) => {
      flushSync(() => setErrors(found ?? {}));
      if (found) focusFirstInvalid(event.currentTarget);
    };
    if (!item) {
      const added = validateDraft(draft);
      show(added.errors);
      if (added.fields) onSave({ id: null, fields: added.fields });
      return;
    }
    const edited = validateEdit(before, draft);
    show(edited.errors);
    if (!edited.fields) return;
    if (Object.keys(edited.fields).length === 0) onUnchanged();
    else onSave({ id: item._id, changes: edited.fields });
  };
  return (
    <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4">
      <KeyFormFields
        firstField={firstField}
        choosesTagCheck={choosesTagCheck}
        draft={draft}
        errors={{ ...numberError, ...errors }}
        onChange={(name, value) => {
          setDraft((current) => ({ ...current, [name]: value }));
          setErrors(({ [name]: _corrected, ...others }) => others);
        }}
      />
      {failure && !isNumberTaken(failure) && (
        <Notice tone="error" icon={<CircleAlert aria-hidden />}>
          {failure.message}
        </Notice>
      )}
    </form>
  );
}

function isNumberTaken(failure: Error | null): boolean {
  return failure instanceof ApiError && failure.code === 'KEY_NUMBER_TAKEN';
}

/** Every field of a key that is asked for here. */
function KeyFormFields(props: KeyFormFieldsProps) {
  const { firstField, choosesTagCheck, draft, errors, onChange } = props;
  const options = useKeyOptions(draft);
  const desks = useDesks();
  const isAsked = (name: KeyFieldName) =>
    name === 'tagCheck' ? choosesTagCheck : keyField(name).kind !== 'desk' || desks !== null;
  return (
    <div className="grid two-columns gap-x-3 gap-y-4">
      {formFields.filter(isAsked).map((name, index) => {
        const field = keyField(name);
        const value = draft[name];
        const common = {
          label: field.form.label ?? field.label,
          value: typeof value === 'string' ? value : '',
          error: errors[name],
          className: widths[field.form.width],
        };
        const change = (to: string | boolean | null) => onChange(name, to);
        switch (field.kind) {
          case 'line':
            return (
              <TextField
                key={name}
                {...common}
                label={field.required ? common.label : `${common.label} (optional)`}
                name={name}
                ref={index === 0 ? firstField : undefined}
                required={field.required}
                autoComplete="off"
                onChange={({ target }) => change(target.value)}
              />
            );
          case 'text':
            return <TextArea key={name} {...common} onChange={change} />;
          case 'yes-no':
            return (
              <CheckField
                key={name}
                label={common.label}
                checked={value === true}
                onChange={change}
              />
            );
          case 'person':
            return (
              <OwnerField
                key={name}
                ownerId={common.value || null}
                className={common.className}
                onChange={change}
              />
            );
          default:
            return (
              <SelectField
                key={name}
                {...common}
                options={options[name] ?? []}
                onChange={(code) => change(code || null)}
              />
            );
        }
      })}
    </div>
  );
}

const widths = { full: 'col-span-full', half: 'col-span-full sm:col-span-1', column: undefined };

function TextArea({ label, value, error, className, onChange }: TextAreaProps) {
  const id = useId();
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label} <span className="font-normal text-muted">(optional)</span>
      </label>
      <textarea
        id={id}
        rows={2}
        value={value}
        aria-invalid={error ? true : undefined}
        onChange={({ target }) => onChange(target.value)}
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

type TextAreaProps = {
  label: string;
  value: string;
  error: string | undefined;
  className: string | undefined;
  onChange: (value: string) => void;
};

function CheckField({ label, checked, onChange }: CheckFieldProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-2.5 self-end text-[0.9375rem] font-medium">
      <input
        type="checkbox"
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
        className="size-5 cursor-pointer tick"
      />
      {label}
    </label>
  );
}

type CheckFieldProps = { label: string; checked: boolean; onChange: (checked: boolean) => void };

type KeyFormFieldsProps = {
  firstField: Ref<HTMLInputElement>;
  choosesTagCheck: boolean;
  draft: KeyDraft;
  errors: DraftErrors;
  onChange: (name: KeyFieldName, value: string | boolean | null) => void;
};
