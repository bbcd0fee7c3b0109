import type { AccessGroup } from '@keydesk/shared/access/group-routes';
import { CircleAlert } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { getErrorMessage } from '../../lib/api.ts';
import { useLastNonNull } from '../../lib/hooks.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useSaveGroup } from './queries.ts';

type GroupDialogProps = {
  /** A new group, or one to rename; null closes the dialog. */
  subject: { group: AccessGroup | null } | null;
  onClose: () => void;
};

/** Adds a group, or gives one another name. */
export function GroupDialog({ subject, onClose }: GroupDialogProps) {
  const formId = useId();
  const shown = useLastNonNull(subject);
  const close = () => {
    saving.reset();
    onClose();
  };
  const saving = useSaveGroup(close);
  const group = shown?.group ?? null;
  return (
    <Dialog
      open={subject !== null}
      onClose={close}
      title={group ? 'Rename Group' : 'Add Group'}
      actions={
        <>
          <Button variant="secondary" onClick={close}>
            Cancel
          </Button>
          <ActionButton type="submit" form={formId} busy={saving.isPending}>
            {group ? 'Rename' : 'Add Group'}
          </ActionButton>
        </>
      }
    >
      {subject && (
        <GroupForm
          formId={formId}
          name={group?.name ?? ''}
          failure={saving.error}
          onSave={(name) => saving.mutate({ id: group?.id ?? null, name })}
        />
      )}
    </Dialog>
  );
}

type GroupFormProps = {
  formId: string;
  name: string;
  failure: Error | null;
  onSave: (name: string) => void;
};

function GroupForm({ formId, name: before, failure, onSave }: GroupFormProps) {
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
      {failure && (
        <Notice tone="error" icon={<CircleAlert aria-hidden />}>
          {getErrorMessage(failure)}
        </Notice>
      )}
    </form>
  );
}
