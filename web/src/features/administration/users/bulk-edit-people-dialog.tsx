import {
  type BulkUserChanges,
  type ManagedUser,
  maxPeoplePerChange,
} from '@keydesk/shared/administration/people';
import { t as actionText } from '@keydesk/shared/texts/en/actions';
import { t as fieldText } from '@keydesk/shared/texts/en/fields';
import { t } from '@keydesk/shared/texts/en/users';
import { TriangleAlert } from 'lucide-react';
import { EditDialog } from '../../../ui/edit-dialog.tsx';
import { SelectField, type SelectOption } from '../../../ui/fields.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { firstNames, leaveAsItIs } from '../selection.tsx';
import { useUpdateUsers } from './mutations.ts';
import { usePeopleDepartments } from './queries.ts';

type BulkEditPeopleDialogProps = {
  subject: readonly ManagedUser[] | null;
  onClose: () => void;
  onUpdated: () => void;
};

/** Empty means unchanged. */
type BulkForm = { department: string; role: '' | 'faculty'; state: '' | 'suspended' };

const nothing: BulkForm = { department: '', role: '', state: '' };

export function BulkEditPeopleDialog({ subject, onClose, onUpdated }: BulkEditPeopleDialogProps) {
  const departments = usePeopleDepartments();
  return (
    <EditDialog
      subject={subject}
      onClose={onClose}
      texts={(shown) => ({
        title: t('edit-people', { count: shown.length }),
        description: firstNames(shown.map(({ name }) => name)),
        submitLabel: actionText('save-changes'),
      })}
      initial={() => nothing}
      errorsOf={(_form, shown) =>
        shown.length > maxPeoplePerChange
          ? { department: t('too-many', { count: maxPeoplePerChange }) }
          : {}
      }
      toInput={(form, shown) => {
        const changes = toChanges(form);
        const userIds = shown.map(({ id }) => id);
        return Object.keys(changes).length > 0 ? { userIds, changes } : null;
      }}
      saving={useUpdateUsers(onUpdated)}
    >
      {({ draft, field }) => (
        <>
          <SelectField
            {...field('department')}
            label={fieldText('department')}
            options={[
              leaveAsItIs(),
              { value: confirmStated, label: t('confirm-stated') },
              ...departments,
            ]}
          />
          <SelectField {...field('role')} label={fieldText('role')} options={roleOptions()} />
          <SelectField {...field('state')} label={fieldText('state')} options={stateOptions()} />
          {draft.state === 'suspended' && (
            <Notice tone="warning" icon={<TriangleAlert aria-hidden />}>
              {t('suspending-many')}
            </Notice>
          )}
        </>
      )}
    </EditDialog>
  );
}

/** Cannot be a department's code. */
const confirmStated = '?';

function roleOptions(): SelectOption<BulkForm['role']>[] {
  return [leaveAsItIs(), { value: 'faculty', label: t('faculty-if-pending') }];
}

function stateOptions(): SelectOption<BulkForm['state']>[] {
  return [leaveAsItIs(), { value: 'suspended', label: t('suspended') }];
}

function toChanges({ department, role, state }: BulkForm): BulkUserChanges {
  return {
    ...(department === confirmStated
      ? { departmentConfirmed: true as const }
      : department && { department }),
    ...(role && { role }),
    ...(state && { state }),
  };
}
