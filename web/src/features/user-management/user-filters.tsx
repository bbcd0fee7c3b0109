import { roles } from '@keydesk/shared/users/role';
import { SearchField } from '../../ui/search-field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { roleNames } from './role-names.ts';
import type { UserFilter } from './users.queries.ts';

type UserFiltersProps = {
  term: string;
  onTerm: (term: string) => void;
  role: UserFilter['role'];
  onRole: (role: UserFilter['role']) => void;
};

const roleOptions = [
  { value: 'all', label: 'All roles' },
  ...roles.map((role) => ({ value: role, label: roleNames[role] })),
];

/** Search box and role filter of Manage Users. */
export const UserFilters = ({ term, onTerm, role, onRole }: UserFiltersProps) => (
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
      className="sm:w-48 [&_select]:min-h-12"
    />
  </search>
);
