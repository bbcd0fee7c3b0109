import type { Desk } from '@keydesk/shared/campus/campus';
import { ifChanged } from '../../lib/changes.ts';
import { EditDialog } from '../../ui/edit-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useSaveDesk } from './desk-queries.ts';

/** What the form is open for: a new desk, or one to edit. */
export type DeskFormSubject = { desk: Desk | null };

type DeskFormDialogProps = {
  /** Null closes the dialog. */
  subject: DeskFormSubject | null;
  onClose: () => void;
};

/** Adds a desk, or edits one. */
export function DeskFormDialog({ subject, onClose }: DeskFormDialogProps) {
  return (
    <EditDialog
      subject={subject}
      onClose={onClose}
      texts={({ desk }) => ({
        title: desk ? `Edit ${desk.name}` : 'Add Desk',
        submitLabel: desk ? 'Save Changes' : 'Add Desk',
      })}
      initial={({ desk }) => ({
        name: desk?.name ?? '',
        place: desk?.place ?? '',
        phone: desk?.phone ?? '',
      })}
      browserChecks
      toInput={(draft, { desk }, opened) =>
        desk
          ? ifChanged(opened, draft, (changes) => ({ id: desk.id, changes }))
          : { id: null, fields: draft }
      }
      saving={useSaveDesk()}
    >
      {({ text }) => (
        <>
          <TextField {...text('name')} label="Name" required maxLength={60} />
          <TextField
            {...text('place')}
            label="Place"
            hint="How people find it, such as 'Block D, ground floor'"
            required
            maxLength={160}
          />
          <TextField {...text('phone')} type="tel" label="Phone (optional)" maxLength={40} />
        </>
      )}
    </EditDialog>
  );
}
