import type { Key } from '@keydesk/shared/keys/key';
import { CircleAlert } from 'lucide-react';
import { type FormEvent, type Ref, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiError } from '../../lib/api.ts';
import { focusFirstInvalid } from '../../lib/browser.ts';
import { classNames } from '../../ui/class-names.ts';
import { Notice } from '../../ui/notice.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { inputClassName, TextField } from '../../ui/text-field.tsx';
import {
  changesOf,
  type DraftErrors,
  emptyDraft,
  type KeyDraft,
  toKeyDraft,
  validateDraft,
} from './key-draft.ts';
import { blockOptions, categoryOptions, departmentOptions } from './key-labels.ts';
import type { KeySaveInput } from './mutations.ts';

type KeyFormProps = {
  formId: string;
  firstField: Ref<HTMLInputElement>;
  /** The key to edit; null for a new one. */
  item: Key | null;
  onSave: (saving: KeySaveInput) => void;
  /** Saved without any changes. */
  onUnchanged: () => void;
  failure: Error | null;
};

/** The form of a key, validated before it is sent. */
export function KeyForm({ formId, firstField, item, onSave, onUnchanged, failure }: KeyFormProps) {
  const [before] = useState(() => (item ? toKeyDraft(item) : emptyDraft));
  const [draft, setDraft] = useState<KeyDraft>(before);
  const [errors, setErrors] = useState<DraftErrors>({});
  const numberError = isNumberTaken(failure) && failure ? { keyNumber: failure.message } : {};
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const checked = validateDraft(draft);
    flushSync(() => setErrors(checked.errors ?? {}));
    if (checked.errors) return focusFirstInvalid(event.currentTarget);
    if (!item) return onSave({ id: null, fields: checked.fields });
    const changes = changesOf(before, checked.fields);
    if (Object.keys(changes).length === 0) return onUnchanged();
    onSave({ id: item._id, changes });
  };
  return (
    <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4">
      <KeyFormFields
        firstField={firstField}
        draft={draft}
        errors={{ ...numberError, ...errors }}
        onChange={(change) => {
          setDraft((current) => ({ ...current, ...change }));
          const cleared = Object.fromEntries(Object.keys(change).map((name) => [name, undefined]));
          setErrors((current) => ({ ...current, ...cleared }) as DraftErrors);
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

/** Every field of a key. */
function KeyFormFields({ firstField, draft, errors, onChange }: KeyFormFieldsProps) {
  const descriptionId = useId();
  const text = (name: 'keyNumber' | 'keyName' | 'location', label: string) => ({
    label,
    name,
    value: draft[name],
    error: errors[name],
    required: true,
    autoComplete: 'off',
    onChange: ({ target }: { target: HTMLInputElement }) => onChange({ [name]: target.value }),
  });
  return (
    <div className="grid grid-cols-2 gap-x-3 gap-y-4">
      <TextField
        {...text('keyNumber', 'Key number')}
        ref={firstField}
        className="col-span-2 sm:col-span-1"
      />
      <TextField {...text('keyName', 'Key name')} className="col-span-2 sm:col-span-1" />
      <TextField {...text('location', 'Location')} className="col-span-2" />
      <SelectField
        label="Department"
        options={departmentOptions}
        value={draft.department}
        onChange={(department) => onChange({ department: department as KeyDraft['department'] })}
      />
      <SelectField
        label="Category"
        options={categoryOptions}
        value={draft.category}
        onChange={(category) => onChange({ category: category as KeyDraft['category'] })}
      />
      <SelectField
        label="Block"
        options={blockOptions}
        value={draft.block}
        onChange={(block) => onChange({ block: block as KeyDraft['block'] })}
      />
      <label className="flex min-h-11 cursor-pointer items-center gap-2.5 self-end text-[0.9375rem] font-medium">
        <input
          type="checkbox"
          checked={draft.frequentlyUsed}
          onChange={({ target }) => onChange({ frequentlyUsed: target.checked })}
          className="size-5 cursor-pointer tick"
        />
        Frequently used
      </label>
      <div className="col-span-2">
        <label htmlFor={descriptionId} className="mb-1.5 block text-sm font-medium">
          Description <span className="font-normal text-muted">(optional)</span>
        </label>
        <textarea
          id={descriptionId}
          rows={2}
          value={draft.description}
          aria-invalid={errors.description ? true : undefined}
          onChange={({ target }) => onChange({ description: target.value })}
          className={classNames(
            inputClassName,
            errors.description ? 'border-danger' : 'border-line-strong',
          )}
        />
        {errors.description && (
          <p role="alert" className="mt-1.5 text-sm text-danger">
            {errors.description}
          </p>
        )}
      </div>
    </div>
  );
}

type KeyFormFieldsProps = {
  firstField: Ref<HTMLInputElement>;
  draft: KeyDraft;
  errors: DraftErrors;
  onChange: (change: Partial<KeyDraft>) => void;
};
