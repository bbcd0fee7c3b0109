import { peopleDepartmentsOf } from '@keydesk/shared/campus/offers';
import { userColumns } from '@keydesk/shared/imports/columns';
import { assignableRoles, roleLabels } from '@keydesk/shared/users/role';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useCampus } from '../../lib/campus.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { showSuccess } from '../../ui/toast/show-toast.ts';
import { importParts } from './upload.ts';

type AddPersonDialogProps = { open: boolean; onClose: () => void; onAdded: () => void };

type Draft = Record<keyof typeof userColumns, string>;

const emptyDraft: Draft = { name: '', email: '', role: 'faculty', department: '', facultyId: '' };

/** Adds one person, as an import of one row does; the server says what is wrong with it. */
export function AddPersonDialog({ open, onClose, onAdded }: AddPersonDialogProps) {
  const [draft, setDraft] = useState(emptyDraft);
  const firstField = useRef<HTMLInputElement>(null);
  const campus = useCampus();
  const close = () => {
    adding.reset();
    setDraft(emptyDraft);
    onClose();
  };
  const adding = useMutation({
    mutationFn: addPerson,
    onSuccess: (_, { name }) => {
      showSuccess(`${name.trim()} was added`);
      onAdded();
      close();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    adding.mutate(draft);
  };
  const change = (part: Partial<Draft>) => {
    setDraft({ ...draft, ...part });
    adding.reset();
  };
  const field = (name: keyof Draft) => ({
    value: draft[name],
    autoComplete: 'off',
    onChange: ({ target }: { target: HTMLInputElement }) => change({ [name]: target.value }),
  });
  return (
    <FormDialog
      open={open}
      onClose={close}
      title="Add Person"
      description="They are recognised by their address when they first sign in."
      initialFocus={firstField}
      submitLabel="Add Person"
      busy={adding.isPending}
      failure={adding.error}
    >
      {(formId) => (
        <form id={formId} onSubmit={submit} className="flex flex-col gap-4">
          <TextField {...field('name')} ref={firstField} label="Name" required maxLength={80} />
          <TextField {...field('email')} label="Email" type="email" required maxLength={254} />
          <SelectField
            label="Role"
            value={draft.role}
            options={assignableRoles.map((role) => ({ value: role, label: roleLabels[role] }))}
            onChange={(role) => change({ role })}
          />
          {draft.role === 'faculty' && (
            <>
              <SelectField
                label="Department (optional)"
                value={draft.department}
                options={[
                  { value: '', label: 'They choose it when they first sign in' },
                  ...(campus ? peopleDepartmentsOf(campus) : []).map(({ code, label }) => ({
                    value: code,
                    label,
                  })),
                ]}
                onChange={(department) => change({ department })}
              />
              <TextField {...field('facultyId')} label="Faculty ID (optional)" maxLength={40} />
            </>
          )}
        </form>
      )}
    </FormDialog>
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
  const { signal } = new AbortController();
  const parts = [{ text, offset: 0 }];
  const options = { dryRun, create: [], signal, onProgress: () => undefined };
  const { rows } = await importParts('users', parts, options);
  const [result] = rows;
  if (!result) throw new Error('The person was not added. Please try again.');
  return result;
}

function csvLine(cells: readonly string[]): string {
  return cells.map((cell) => `"${cell.trim().replaceAll('"', '""')}"`).join(',');
}
