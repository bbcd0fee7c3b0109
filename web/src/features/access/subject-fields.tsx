import type { RuleSubject, RuleTarget } from '@keydesk/shared/access/access-rule';
import { rolesThatMay } from '@keydesk/shared/users/role';
import { useQuery } from '@tanstack/react-query';
import { ComboboxField } from '../../ui/combobox-field.tsx';
import { PickField, type PickFieldProps } from '../../ui/pick-fields.tsx';
import { groupsQuery } from './queries.ts';

type WhoFieldProps = PickFieldProps & { subject: RuleSubject | '' };

/** For whom a rule is; nothing to choose where that is everybody, or open. */
export function WhoField({ subject, ...field }: WhoFieldProps) {
  if (subject === '' || subject === 'everyone') return null;
  if (subject === 'group') return <GroupField label="Group" {...field} />;
  if (subject === 'role')
    return <ComboboxField label="Role" placeholder="Please choose" picks={rolePicks} {...field} />;
  return <PickField of={subject} {...field} />;
}

const rolePicks = rolesThatMay('borrowKeys').map((role) => ({
  id: role,
  label: role.charAt(0).toUpperCase() + role.slice(1),
}));

type WhatFieldProps = PickFieldProps & { target: RuleTarget | '' };

/** Which keys a rule is about; nothing to choose where that is all of them, or open. */
export function WhatField({ target, ...field }: WhatFieldProps) {
  if (target === '' || target === 'all') return null;
  return <PickField of={target} departmentLabel="Department of the keys" {...field} />;
}

/** A group, by its name. */
export function GroupField({ label, ...field }: PickFieldProps & { label: string }) {
  const groups = useQuery(groupsQuery).data ?? [];
  const picks = groups.map(({ id, name }) => ({ id, label: name }));
  return <ComboboxField label={label} placeholder="Please choose" picks={picks} {...field} />;
}
