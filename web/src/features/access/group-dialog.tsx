import type { AccessGroup } from '@keydesk/shared/access/group-routes';
import { EditDialog } from '../../ui/edit-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useSaveGroup } from './queries.ts';

type GroupDialogProps = {
  /** A new group, or one to rename; null closes the dialog. */
  subject: { group: AccessGroup | null } | null;
  onClose: () => void;
};

/** Adds a group, or gives one another name. */
export function GroupDialog({ subject, onClose }: GroupDialogProps) {
  return (
    <EditDialog
      subject={subject}
      onClose={onClose}
      texts={({ group }) => ({
        title: group ? 'Rename Group' : 'Add Group',
        submitLabel: group ? 'Rename' : 'Add Group',
      })}
      initial={({ group }) => ({ name: group?.name ?? '' })}
      errorsOf={({ name }) => (name.trim() === '' ? { name: 'Please give the group a name' } : {})}
      toInput={({ name }, { group }) =>
        name.trim() === group?.name ? null : { id: group?.id ?? null, name: name.trim() }
      }
      saving={useSaveGroup()}
    >
      {({ text }) => (
        <TextField
          {...text('name')}
          label="Name"
          hint="Such as 'Laser trained'"
          maxLength={60}
          required
        />
      )}
    </EditDialog>
  );
}
