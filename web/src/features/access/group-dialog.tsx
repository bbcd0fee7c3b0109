import type { AccessGroup } from '@keydesk/shared/access/group-routes';
import { type FormEvent, useState } from 'react';
import { useLastNonNull } from '../../lib/hooks.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useSaveGroup } from './queries.ts';

type GroupDialogProps = {
  /** A new group, or one to rename; null closes the dialog. */
  subject: { group: AccessGroup | null } | null;
  onClose: () => void;
};

/** Adds a group, or gives one another name. */
export function GroupDialog({ subject, onClose }: GroupDialogProps) {
  const shown = useLastNonNull(subject);
  const close = () => {
    saving.reset();
    onClose();
  };
  const saving = useSaveGroup(close);
  const group = shown?.group ?? null;
  return (
    <FormDialog
      open={subject !== null}
      onClose={close}
      title={group ? 'Rename Group' : 'Add Group'}
      submitLabel={group ? 'Rename' : 'Add Group'}
      busy={saving.isPending}
      failure={saving.error}
    >
      {(formId) =>
        subject && (
          <GroupForm
            formId={formId}
            name={group?.name ?? ''}
            onSave={(name) =>
              // Somebody else may have renamed it since.
              name === group?.name ? close() : saving.mutate({ id: group?.id ?? null, name })
            }
          />
        )
      }
    </FormDialog>
  );
}

type GroupFormProps = {
  formId: string;
  name: string;
  onSave: (name: string) => void;
};

function GroupForm({ formId, name: before, onSave }: GroupFormProps) {
  const [name, setName] = useState(before);
  const [missing, setMissing] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(name.trim() === '');
    if (name.trim()) onSave(name.trim());
  };
  return (
    <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4">
      <TextField
        label="Name"
        hint="Such as 'Laser trained'"
        value={name}
        error={missing ? 'Please give the group a name' : null}
        maxLength={60}
        required
        autoComplete="off"
        onChange={({ target }) => setName(target.value)}
      />
    </form>
  );
}
