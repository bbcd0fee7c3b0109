import { userColumns } from '@keydesk/shared/administration/imports';
import { joinedText } from '@keydesk/shared/core/formats';
import { assignableRoles } from '@keydesk/shared/http/roles';
import { t as fieldText } from '@keydesk/shared/texts/en/fields';
import { t as headingText } from '@keydesk/shared/texts/en/file-headings';
import { t as punctuation } from '@keydesk/shared/texts/en/punctuation';
import { t } from '@keydesk/shared/texts/en/users';
import { useMutation } from '@tanstack/react-query';
import { EditDialog } from '../../../ui/edit-dialog.tsx';
import { SelectField, TextField } from '../../../ui/fields.tsx';
import { MoreFields } from '../../../ui/more-fields.tsx';
import { showSuccess } from '../../../ui/toast/show-toast.ts';
import { importFile } from '../imports/import-kinds.ts';
import { roleOption } from './managed-user-parts.tsx';
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

/** Adds one person through an import of one row; the server validates it. */
export function AddPersonDialog({ open, onClose, onAdded }: AddPersonDialogProps) {
  const departments = usePeopleDepartments();
  const adding = useMutation({
    mutationFn: addPerson,
    onSuccess: (_, { name }) => {
      showSuccess(t('was-added', { name: name.trim() }));
      onAdded();
    },
  });
  return (
    <EditDialog
      subject={open || null}
      onClose={onClose}
      texts={() => ({
        title: t('add-person'),
        description: t('recognised-at-sign-in'),
        submitLabel: t('add-person'),
      })}
      initial={() => emptyDraft}
      browserChecks
      toInput={(draft) => draft}
      saving={adding}
      keepAs={() => 'person'}
    >
      {({ draft, text, field }) => (
        <>
          <TextField {...text('name')} label={fieldText('name')} required maxLength={80} />
          <TextField
            {...text('email')}
            label={fieldText('email')}
            type="email"
            required
            maxLength={254}
          />
          <SelectField
            {...field('role')}
            label={fieldText('role')}
            options={assignableRoles.map(roleOption)}
          />
          <MoreFields filled={[draft.department, draft.facultyId, draft.phone].some(Boolean)}>
            <SelectField
              {...field('department')}
              label={t('department-optional')}
              options={[
                {
                  value: '',
                  label: draft.role === 'faculty' ? t('chosen-at-sign-in') : fieldText('none'),
                },
                ...departments,
              ]}
            />
            <TextField {...text('facultyId')} label={t('faculty-id-optional')} maxLength={40} />
            <TextField
              {...text('phone')}
              label={fieldText('phone-optional')}
              type="tel"
              maxLength={40}
            />
          </MoreFields>
        </>
      )}
    </EditDialog>
  );
}

/** A dry run first, because an import would change an existing person. */
async function addPerson(draft: Draft): Promise<void> {
  const { outcome, problems } = await importRow(draft, true);
  if (outcome === 'refused')
    throw new Error(punctuation('sentence', { text: joinedText(problems, 'full-stop') }));
  if (outcome !== 'create') throw new Error(t('address-is-taken'));
  await importRow(draft, false);
}

/** Empty values get no column. */
async function importRow(draft: Draft, dryRun: boolean) {
  const names = Object.keys(draft) as (keyof Draft)[];
  const columns = names.filter((name) => draft[name].trim() !== '');
  const heading = columns.map((column) => headingText(userColumns[column]));
  const text = [heading, columns.map((column) => draft[column])].map(csvLine).join('\n');
  const { rows } = await importFile('users', text, { dryRun });
  const [result] = rows;
  if (!result) throw new Error(t('not-added'));
  return result;
}

function csvLine(cells: readonly string[]): string {
  return cells.map((cell) => `"${cell.trim().replaceAll('"', '""')}"`).join(',');
}
