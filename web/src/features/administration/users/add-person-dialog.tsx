import { userColumns } from '@keydesk/shared/administration/imports';
import { assignableRoles, roleLabels } from '@keydesk/shared/http/roles';
import { useMutation } from '@tanstack/react-query';
import { EditDialog } from '../../../ui/edit-dialog.tsx';
import { SelectField, TextField } from '../../../ui/fields.tsx';
import { showSuccess } from '../../../ui/toast/show-toast.ts';
import { importFile } from '../imports/import-kinds.ts';
import { usePeopleDepartments } from './queries.ts';

type AddPersonDialogProps = { open: boolean; onClose: () => void; onAdded: () => void };

type Draft = Record<keyof typeof userColumns, string>;

const emptyDraft: Draft = {
  name: '',
  email: '',
  role: 'faculty',
  department: '',
  facultyId: '',
  phone: '',
};

/** Adds one person, as an import of one row does; the server says what is wrong with it. */
export function AddPersonDialog({ open, onClose, onAdded }: AddPersonDialogProps) {
  const departments = usePeopleDepartments();
  const adding = useMutation({
    mutationFn: addPerson,
    onSuccess: (_, { name }) => {
      showSuccess(`${name.trim()} was added`);
      onAdded();
    },
  });
  return (
    <EditDialog
      subject={open || null}
      onClose={onClose}
      texts={() => ({
        title: 'Add Person',
        description: 'They are recognised by their address when they first sign in.',
        submitLabel: 'Add Person',
      })}
      initial={() => emptyDraft}
      browserChecks
      toInput={(draft) => draft}
      saving={adding}
      keepAs={() => 'person'}
    >
      {({ draft, text, field }) => (
        <>
          <TextField {...text('name')} label="Name" required maxLength={80} />
          <TextField {...text('email')} label="Email" type="email" required maxLength={254} />
          <SelectField
            {...field('role')}
            label="Role"
            options={assignableRoles.map((role) => ({ value: role, label: roleLabels[role] }))}
          />
          <SelectField
            {...field('department')}
            label="Department (optional)"
            options={[
              {
                value: '',
                label: draft.role === 'faculty' ? 'They choose it when they first sign in' : 'None',
              },
              ...departments,
            ]}
          />
          <TextField {...text('facultyId')} label="Faculty ID (optional)" maxLength={40} />
          <TextField {...text('phone')} label="Phone (optional)" type="tel" maxLength={40} />
        </>
      )}
    </EditDialog>
  );
}

/** An import would change a person who exists, so it is tried first. */
async function addPerson(draft: Draft): Promise<void> {
  const { outcome, problems } = await importRow(draft, true);
  if (outcome === 'refused') throw new Error(`${problems.join('. ')}.`);
  if (outcome !== 'create') throw new Error('Somebody with this address is there already.');
  await importRow(draft, false);
}

/** A column is left out where it would be empty. */
async function importRow(draft: Draft, dryRun: boolean) {
  const names = Object.keys(draft) as (keyof Draft)[];
  const columns = names.filter((name) => draft[name].trim() !== '');
  const heading = columns.map((column) => userColumns[column]);
  const text = [heading, columns.map((column) => draft[column])].map(csvLine).join('\n');
  const { rows } = await importFile('users', text, { dryRun });
  const [result] = rows;
  if (!result) throw new Error('The person was not added. Please try again.');
  return result;
}

function csvLine(cells: readonly string[]): string {
  return cells.map((cell) => `"${cell.trim().replaceAll('"', '""')}"`).join(',');
}
