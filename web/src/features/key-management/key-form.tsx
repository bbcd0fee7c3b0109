import { keyLevelNames, keyLevels } from '@keydesk/shared/access/access-rule';
import type { Key } from '@keydesk/shared/keys/key';
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
import { deskOptions, useKeyOptions } from './key-labels.ts';
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
function KeyFormFields(props: KeyFormFieldsProps) {
  const { firstField, choosesTagCheck, draft, errors, onChange } = props;
  const descriptionId = useId();
  const options = useKeyOptions(draft);
  const desks = useDesks();
  const campus = useCampus();
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
    <div className="grid two-columns gap-x-3 gap-y-4">
      <TextField
        {...text('keyNumber', 'Key number')}
        ref={firstField}
        className="col-span-full sm:col-span-1"
      />
      <TextField {...text('keyName', 'Key name')} className="col-span-full sm:col-span-1" />
      <TextField {...text('location', 'Location')} className="col-span-full" />
      <SelectField
        label="Department"
        options={options.departments}
        value={draft.department}
        onChange={(department) => onChange({ department })}
      />
      <SelectField
        label="Category"
        options={options.categories}
        value={draft.category}
        onChange={(category) => onChange({ category })}
      />
      <SelectField
        label="Block"
        options={options.blocks}
        value={draft.block}
        onChange={(block) => onChange({ block })}
      />
      {desks && (
        <SelectField
          label="Desk"
          options={deskOptions(campus?.desks ?? [], draft.deskId)}
          value={draft.deskId ?? ''}
          onChange={(deskId) => onChange({ deskId: deskId || null })}
        />
      )}
      <TextField
        label="Hook (optional)"
        name="hook"
        value={draft.hook ?? ''}
        error={errors.hook}
        autoComplete="off"
        onChange={({ target }) => onChange({ hook: target.value })}
      />
      <SelectField
        label="Who may take it"
        options={levelOptions}
        value={draft.level ?? 'normal'}
        onChange={(chosen) => {
          const level = keyLevels.find((one) => one === chosen);
          if (level) onChange({ level });
        }}
        className="col-span-full sm:col-span-1"
      />
      <OwnerField
        ownerId={draft.ownerId ?? null}
        onChange={(ownerId) => onChange({ ownerId })}
        className="col-span-full sm:col-span-1"
      />
      <CheckField
        label="Frequently used"
        checked={draft.frequentlyUsed}
        onChange={(frequentlyUsed) => onChange({ frequentlyUsed })}
      />
      {choosesTagCheck && (
        <CheckField
          label="Scan its tag at hand-out"
          checked={draft.tagCheck ?? false}
          onChange={(tagCheck) => onChange({ tagCheck })}
        />
      )}
      <div className="col-span-full">
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

const levelOptions = keyLevels.map((level) => ({ value: level, label: keyLevelNames[level] }));

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
  onChange: (change: Partial<KeyDraft>) => void;
};
