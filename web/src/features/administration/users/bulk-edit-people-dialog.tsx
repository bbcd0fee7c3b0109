import {
  type BulkUserChanges,
  type ManagedUser,
  maxPeoplePerChange,
} from '@keydesk/shared/administration/people';
import { plural } from '@keydesk/shared/core/text';
import { TriangleAlert } from 'lucide-react';
import { EditDialog } from '../../../ui/edit-dialog.tsx';
import { SelectField, type SelectOption } from '../../../ui/fields.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { firstNames, leaveAsItIs } from '../selection.tsx';
import { useUpdateUsers } from './mutations.ts';
import { usePeopleDepartments } from './queries.ts';

type BulkEditPeopleDialogProps = {
  /** Null closes the dialog. */
  people: readonly ManagedUser[] | null;
  onClose: () => void;
  onUpdated: () => void;
};

/** What is chosen; empty leaves it as it is. */
type BulkForm = { department: string; role: '' | 'faculty'; state: '' | 'suspended' };

const nothing: BulkForm = { department: '', role: '', state: '' };

/** Makes the same changes to many people, to all of them or none. */
export function BulkEditPeopleDialog({ people, onClose, onUpdated }: BulkEditPeopleDialogProps) {
  const departments = usePeopleDepartments();
  return (
    <EditDialog
      subject={people}
      onClose={onClose}
      texts={(shown) => ({
        title: `Edit ${plural(shown.length, 'Person', 'People')}`,
        description: firstNames(shown.map(({ name }) => name)),
        submitLabel: 'Save Changes',
      })}
      initial={() => nothing}
      errorsOf={(_form, shown) => (shown.length > maxPeoplePerChange ? tooMany : {})}
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
            label="Department"
            options={[leaveAsItIs, confirmStated, ...departments]}
          />
          <SelectField {...field('role')} label="Role" options={roleOptions} />
          <SelectField {...field('state')} label="State" options={stateOptions} />
          {draft.state === 'suspended' && (
            <Notice tone="warning" icon={<TriangleAlert aria-hidden />}>
              They are signed out everywhere and kept out until you restore them, one by one. Keys
              they have stay with them until the desk collects them.
            </Notice>
          )}
        </>
      )}
    </EditDialog>
  );
}

/** No department has such a code. */
const confirmStated = { value: '?', label: 'Confirm what they have stated' };

const roleOptions: readonly SelectOption<BulkForm['role']>[] = [
  { ...leaveAsItIs, value: '' },
  { value: 'faculty', label: 'Faculty, if they are pending' },
];

const stateOptions: readonly SelectOption<BulkForm['state']>[] = [
  { ...leaveAsItIs, value: '' },
  { value: 'suspended', label: 'Suspended' },
];

const tooMany = {
  department: `At most ${maxPeoplePerChange} people can be changed at once. Please select fewer.`,
};

function toChanges({ department, role, state }: BulkForm): BulkUserChanges {
  return {
    ...(department === confirmStated.value
      ? { departmentConfirmed: true as const }
      : department && { department }),
    ...(role && { role }),
    ...(state && { state }),
  };
}
