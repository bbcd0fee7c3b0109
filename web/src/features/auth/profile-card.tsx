import { registrationDepartments } from '@keydesk/shared/users/department';
import type { User } from '@keydesk/shared/users/user';
import { dayText, momentText } from '../../lib/date-text.ts';
import { Card } from '../../ui/card.tsx';

const departmentLabel = (value: string | null): string =>
  registrationDepartments.find((department) => department.value === value)?.label ?? 'Not set';

const factsOf = (user: User): [label: string, value: string][] => [
  ['Name', user.name],
  ['Email', user.email],
  ['Member since', dayText(user.createdAt)],
  ['Last login', momentText(user.lastLogin) || 'Never'],
  ...(user.role === 'faculty'
    ? ([
        ['Department', departmentLabel(user.department)],
        ['Faculty ID', user.facultyId ?? 'Not set'],
      ] satisfies [string, string][])
    : []),
];

/** What the product knows of the signed-in person, to read only. */
export const ProfileCard = ({ user }: { user: User }) => (
  <Card className="max-w-2xl px-0 py-1">
    <dl className="divide-y divide-line">
      {factsOf(user).map(([label, value]) => (
        <div key={label} className="grid gap-x-6 gap-y-0.5 px-5 py-3.5 sm:grid-cols-[10rem_1fr]">
          <dt className="text-sm leading-6 text-muted">{label}</dt>
          <dd className="font-medium break-words">{value}</dd>
        </div>
      ))}
    </dl>
  </Card>
);
