import { personStates } from '@keydesk/shared/users/person-state';
import { roles } from '@keydesk/shared/users/role';
import { SearchField } from '../../ui/search-field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { roleNames } from './role-names.ts';
import { stateNames } from './state-pill.tsx';
import type { UserFilter } from './users.queries.ts';

type UserFiltersProps = {
  term: string;
  onTerm: (term: string) => void;
  role: UserFilter['role'];
  onRole: (role: UserFilter['role']) => void;
  state: UserFilter['state'];
  onState: (state: UserFilter['state']) => void;
};

const roleOptions = [
  { value: 'all', label: 'All roles' },
  ...roles.map((role) => ({ value: role, label: roleNames[role] })),
];

const stateOptions = [
  ...personStates.map((state) => ({ value: state, label: stateNames[state] })),
  { value: 'all', label: 'All states' },
];

/** Search box, role and state filters of Manage Users. */
export const UserFilters = ({ term, onTerm, role, onRole, state, onState }: UserFiltersProps) => (
  <search className="mb-4 flex flex-col gap-3 sm:flex-row">
    <SearchField
      value={term}
      onChange={onTerm}
      placeholder="Search users..."
      className="flex-1 sm:max-w-md"
    />
    <SelectField
      label="Role"
      hideLabel
      value={role}
      options={roleOptions}
      onChange={(chosen) => onRole(chosen as UserFilter['role'])}
      className="sm:w-44 [&_select]:min-h-12"
    />
    <SelectField
      label="State"
      hideLabel
      value={state}
      options={stateOptions}
      onChange={(chosen) => onState(chosen as UserFilter['state'])}
      className="sm:w-40 [&_select]:min-h-12"
    />
  </search>
);
