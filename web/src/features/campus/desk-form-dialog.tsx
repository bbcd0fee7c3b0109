import type { Desk } from '@keydesk/shared/campus/campus';
import { type FormEvent, type Ref, useRef, useState } from 'react';
import { changesOf } from '../../lib/changes.ts';
import { useLastNonNull } from '../../lib/hooks.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { type DeskSaveInput, useSaveDesk } from './desk-queries.ts';

/** What the form is open for: a new desk, or one to edit. */
export type DeskFormSubject = { desk: Desk | null };

type DeskFormDialogProps = {
  /** Null closes the dialog. */
  subject: DeskFormSubject | null;
  onClose: () => void;
};

/** Adds a desk, or edits one. */
export function DeskFormDialog({ subject, onClose }: DeskFormDialogProps) {
  const firstField = useRef<HTMLInputElement>(null);
  const shown = useLastNonNull(subject);
  const close = () => {
    save.reset();
    onClose();
  };
  const save = useSaveDesk(close);
  return (
    <FormDialog
      open={subject !== null}
      onClose={close}
      title={shown?.desk ? `Edit ${shown.desk.name}` : 'Add Desk'}
      initialFocus={firstField}
      submitLabel={shown?.desk ? 'Save Changes' : 'Add Desk'}
      busy={save.isPending}
      failure={save.error}
    >
      {(formId) =>
        shown && (
          <DeskForm
            key={shown.desk?.id ?? 'new'}
            formId={formId}
            firstField={firstField}
            desk={shown.desk}
            onSave={save.mutate}
            onUnchanged={close}
          />
        )
      }
    </FormDialog>
  );
}

type DeskFormProps = {
  formId: string;
  firstField: Ref<HTMLInputElement>;
  desk: Desk | null;
  onSave: (saving: DeskSaveInput) => void;
  /** Saved without any changes. */
  onUnchanged: () => void;
};

function DeskForm({ formId, firstField, desk, onSave, onUnchanged }: DeskFormProps) {
  const [opened] = useState({
    name: desk?.name ?? '',
    place: desk?.place ?? '',
    phone: desk?.phone ?? '',
  });
  const [draft, setDraft] = useState(opened);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!desk) return onSave({ id: null, fields: draft });
    const changes = changesOf(opened, draft);
    if (Object.keys(changes).length === 0) onUnchanged();
    else onSave({ id: desk.id, changes });
  };
  const field = (name: keyof typeof draft) => ({
    name,
    value: draft[name],
    autoComplete: 'off',
    onChange: ({ target }: { target: HTMLInputElement }) =>
      setDraft({ ...draft, [name]: target.value }),
  });
  return (
    <form id={formId} onSubmit={submit} className="flex flex-col gap-4">
      <TextField {...field('name')} ref={firstField} label="Name" required maxLength={60} />
      <TextField
        {...field('place')}
        label="Place"
        hint="How people find it, such as 'Block D, ground floor'"
        required
        maxLength={160}
      />
      <TextField {...field('phone')} type="tel" label="Phone (optional)" maxLength={40} />
    </form>
  );
}
