import { type Ref, useId } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { inputLook, TextField } from '../../ui/text-field.tsx';
import type { DraftFaults, KeyDraft } from './key-draft.ts';
import { blockOptions, categoryOptions, departmentOptions } from './key-words.ts';

type KeyFormFieldsProps = {
  firstField: Ref<HTMLInputElement>;
  draft: KeyDraft;
  faults: DraftFaults;
  onChange: (change: Partial<KeyDraft>) => void;
};

/** Every field of a key. */
export const KeyFormFields = ({ firstField, draft, faults, onChange }: KeyFormFieldsProps) => {
  const descriptionId = useId();
  const text = (name: 'keyNumber' | 'keyName' | 'location', label: string) => ({
    label,
    name,
    value: draft[name],
    error: faults[name],
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
          aria-invalid={faults.description ? true : undefined}
          onChange={({ target }) => onChange({ description: target.value })}
          className={classNames(
            inputLook,
            faults.description ? 'border-danger' : 'border-line-strong',
          )}
        />
        {faults.description && (
          <p role="alert" className="mt-1.5 text-sm text-danger">
            {faults.description}
          </p>
        )}
      </div>
    </div>
  );
};
