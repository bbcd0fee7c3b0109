import { userColumns } from '@keydesk/shared/administration/imports';
import { peopleDepartmentsOf } from '@keydesk/shared/campus/campus';
import { assignableRoles, roleLabels } from '@keydesk/shared/http/roles';
import { useMutation } from '@tanstack/react-query';
import { useCampus } from '../../../lib/campus.ts';
import { EditDialog } from '../../../ui/edit-dialog.tsx';
import { SelectField, TextField } from '../../../ui/fields.tsx';
import { showSuccess } from '../../../ui/toast/show-toast.ts';
import { importFile } from '../imports/import-kinds.ts';

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
  const campus = useCampus();
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
          {draft.role === 'faculty' && (
            <>
              <SelectField
                {...field('department')}
                label="Department (optional)"
                options={[
                  { value: '', label: 'They choose it when they first sign in' },
                  ...(campus ? peopleDepartmentsOf(campus) : []).map(({ code, label }) => ({
                    value: code,
                    label,
                  })),
                ]}
              />
              <TextField {...text('facultyId')} label="Faculty ID (optional)" maxLength={40} />
            </>
          )}
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

async function importRow(draft: Draft, dryRun: boolean) {
  const { department, facultyId, ...everybody } = draft;
  const row = draft.role === 'faculty' ? { ...everybody, department, facultyId } : everybody;
  const columns = Object.keys(row) as (keyof typeof row)[];
  const heading = columns.map((column) => userColumns[column]);
  const text = [heading, columns.map((column) => row[column] ?? '')].map(csvLine).join('\n');
  const { rows } = await importFile('users', text, { dryRun });
  const [result] = rows;
  if (!result) throw new Error('The person was not added. Please try again.');
  return result;
}

function csvLine(cells: readonly string[]): string {
  return cells.map((cell) => `"${cell.trim().replaceAll('"', '""')}"`).join(',');
}
