import { type CampusList, codeFormText, codePattern } from '@keydesk/shared/campus/campus';
import { maxLabelLength } from '@keydesk/shared/campus/routes';
import type { Ref } from 'react';
import { changesOf } from '../../lib/changes.ts';
import { type DraftErrors, useDraft } from '../../lib/draft.ts';
import type { ComboboxOption } from '../../ui/combobox-field.tsx';
import { PersonField } from '../../ui/pick-fields.tsx';
import { SwitchField } from '../../ui/switch-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { Entry, EntrySaveInput } from './queries.ts';

type EntryFormProps = {
  formId: string;
  firstField: Ref<HTMLInputElement>;
  list: CampusList;
  /** The entry to edit; null for a new one. */
  entry: Entry | null;
  /** The name of the head of a department, if it has one. */
  headName: string | undefined;
  onSave: (saving: EntrySaveInput) => void;
  /** Saved without any changes. */
  onUnchanged: () => void;
};

type Draft = {
  code: string;
  label: string;
  registers: boolean;
  lends: boolean;
  head: ComboboxOption | null;
};

/** The form of an entry: its code once, its name, and of a department what it is for. */
export function EntryForm(props: EntryFormProps) {
  const { formId, firstField, list, entry } = props;
  const { draft, errors, change, submit } = useDraft<Draft>(
    () => toDraft(entry, props.headName),
    (draft) => errorsOf(draft, entry === null),
    (draft) => save(draft, props),
  );
  return (
    <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4">
      {!entry && (
        <TextField
          label="Code"
          ref={firstField}
          hint="Short, and for good: it never changes."
          error={errors.code}
          value={draft.code}
          maxLength={20}
          required
          autoComplete="off"
          onChange={({ target }) => change({ code: target.value })}
        />
      )}
      <TextField
        label="Name"
        {...(entry && { ref: firstField })}
        error={errors.label}
        value={draft.label}
        maxLength={maxLabelLength}
        required
        autoComplete="off"
        onChange={({ target }) => change({ label: target.value })}
      />
      {list === 'departments' && (
        <>
          <SwitchField
            label="People register with it"
            checked={draft.registers}
            onChange={(registers) => change({ registers })}
          />
          <SwitchField
            label="Keys belong to it"
            checked={draft.lends}
            onChange={(lends) => change({ lends })}
          />
          <PersonField
            label="Head"
            placeholder="Nobody"
            value={draft.head}
            onChange={(head) => change({ head })}
          />
        </>
      )}
    </form>
  );
}

function errorsOf({ code, label }: Draft, isNew: boolean): DraftErrors<Draft> {
  return {
    ...(isNew && !codePattern.test(code.trim()) && { code: codeFormText }),
    ...(label.trim() === '' && { label: 'Name is required' }),
  };
}

function toDraft(entry: Entry | null, headName: string | undefined): Draft {
  const { code = '', label = '', registers = true, lends = true, headId = null } = entry ?? {};
  return {
    code,
    label,
    registers,
    lends,
    head: headId ? { id: headId, label: headName ?? 'Former member' } : null,
  };
}

/** Sends a new entry, or what has changed of one. */
function save(draft: Draft, { list, entry, onSave, onUnchanged }: EntryFormProps): void {
  const { registers, lends, head } = draft;
  const [code, label] = [draft.code.trim(), draft.label.trim()];
  const isDepartment = list === 'departments';
  if (!entry) {
    const department = isDepartment && { registers, lends, headId: head?.id };
    onSave({ list, add: { code, label, ...department } });
    return;
  }
  const department = isDepartment && { registers, lends, headId: head?.id ?? null };
  const changes = changesOf(entry, { label, ...department });
  if (Object.keys(changes).length === 0) onUnchanged();
  else onSave({ list, code: entry.code, changes });
}
