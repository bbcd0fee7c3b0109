import { offers, opens, type Screen, type ScreenTour, shows } from './screen.ts';

const users = '/dashboard/admin/users';
const keys = '/dashboard/admin/keys';

function settingsTab(name: string): Screen {
  return {
    name,
    path: '/dashboard/admin/security',
    reach: async (page) => {
      await page.getByRole('tab', { name }).click();
      await page.getByRole('tabpanel', { name }).waitFor();
    },
  };
}

const lists: readonly Screen[] = [
  { name: 'Manage Users', path: users, reach: offers(/^Edit /) },
  {
    name: 'people in every state',
    path: users,
    reach: async (page, campus) => {
      await campus.person('pending', { name: 'Aaa Waiting', waitingSince: new Date() });
      await campus.person('faculty', { name: 'Aab Suspended', suspendedAt: new Date() });
      await campus.person('faculty', { name: 'Aac Removed', deletedAt: new Date() });
      await page.reload();
      await page.getByLabel('State').selectOption('all');
      await page.getByRole('button', { name: 'Erase Aac Removed' }).first().waitFor();
    },
  },
  { name: 'Edit User', path: users, reach: opens(/^Edit /, 'Edit User') },
  { name: 'Import', path: users, reach: opens('Import', 'Import People') },
  { name: 'Manage Keys', path: keys, reach: offers(/^Edit /) },
  { name: 'Add Key', path: keys, reach: opens('Add Key', 'Add Key') },
  { name: 'Delete Key', path: keys, reach: opens(/^Delete /, 'Delete Key') },
];

const figures: readonly Screen[] = [
  { name: 'the dashboard', path: '/dashboard/admin', reach: shows('Key Usage') },
  { name: 'the reports', path: '/dashboard/admin/reports', reach: shows('System Statistics') },
  {
    name: 'the audit log',
    path: '/dashboard/admin/audit',
    reach: (page) => page.getByRole('list', { name: 'Audit events' }).waitFor(),
  },
  { name: 'the system page', path: '/dashboard/admin/system', reach: shows('Processes') },
  ...['Password Policy', 'Session Management', 'Rate Limiting', 'Audit Logging'].map(settingsTab),
];

export const admin: readonly ScreenTour[] = [
  { who: 'an admin with lists', arrives: ({ person }) => person('admin'), screens: lists },
  { who: 'an admin with figures', arrives: ({ person }) => person('admin'), screens: figures },
];
