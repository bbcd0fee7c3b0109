import type { AdminDashboard } from '@keydesk/shared/dashboard/dashboard';
import type { Role } from '@keydesk/shared/users/role';

/** Roles as the dashboard groups them: operators count as Security, responders as Faculty. */
const roleGroupLabels: Readonly<Record<Role, string>> = {
  admin: 'Admins',
  security: 'Security',
  operator: 'Security',
  faculty: 'Faculty',
  responder: 'Faculty',
  pending: 'Pending',
};

/** How many people are in each group, the largest first. */
export function roleDistribution(
  byRole: AdminDashboard['stats']['usersByRole'],
): { label: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const [role, count] of Object.entries(byRole)) {
    const label = roleGroupLabels[role as Role];
    counts.set(label, (counts.get(label) ?? 0) + count);
  }
  return [...counts]
    .map(([label, count]) => ({ label, count }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count);
}
