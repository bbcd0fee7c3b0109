import { api } from '@keydesk/shared/api';
import type { Page } from '@playwright/test';
import { endAccessRules } from '../../server/test/access-admin.ts';
import { chooseInMenu, openMore } from '../harness/menus.ts';
import { withRules } from './access-rules.ts';
import { campusPage } from './campus-page.ts';
import { disputed } from './disputed.ts';
import {
  goTo,
  holderOfAKey,
  offers,
  opens,
  opensInTab,
  type Screen,
  type ScreenTour,
  shows,
  visit,
} from './screen.ts';

const users = '/dashboard/admin/users';
const keys = '/dashboard/admin/keys';
const groups = '/dashboard/admin/access';

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

async function importsKeys(page: Page, content: string | Buffer): Promise<void> {
  await chooseInMenu(page, 'Manage Keys', 'Import');
  await page
    .getByLabel('CSV file')
    .setInputFiles({ name: 'keys.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
}

async function selectsLast(page: Page, list: string): Promise<void> {
  await chooseInMenu(page, list, 'Select');
  await page
    .getByRole('checkbox', { name: /^Select / })
    .last()
    .check();
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
      await page.getByRole('button', { name: 'Restore Aac Removed' }).first().waitFor();
    },
  },
  { name: 'Edit user', path: users, reach: opens(/^Edit /, 'Edit user') },
  {
    name: 'Import',
    path: users,
    reach: async (page) => {
      await chooseInMenu(page, 'Manage Users', 'Import');
      await page.getByRole('dialog', { name: 'Import people' }).waitFor();
    },
  },
  {
    name: 'the rows of a file to import',
    path: keys,
    brings: 'keys.csv',
    reach: async (page) => {
      await importsKeys(
        page,
        'Key Number,Key Name,Location,Department\nFIT-1,,A very long corridor,Alchemy',
      );
      await page.getByRole('region', { name: 'Rows of the file' }).waitFor();
    },
  },
  {
    name: 'the letters of a file to import',
    path: keys,
    brings:
      'keys.csv Key Number Key Name Großer Hörsaal Groﬂer Hˆrsaal GroЯer Hцrsaal Groίer Hφrsaal ' +
      'Gro\ufffder and Hצrsaal Groكer and H\u0650rsaal',
    reach: async (page) => {
      await importsKeys(page, Buffer.from('Key Number;Key Name\nFIT-1;Großer Hörsaal', 'latin1'));
      await page.getByRole('radio', { name: /Großer.*Western European/ }).waitFor();
    },
  },
  {
    name: 'the columns of a file to import',
    path: keys,
    brings: 'keys.csv 大講義室',
    reach: async (page) => {
      await importsKeys(page, '鍵番号,鍵の名前,場所\nFIT-1,大講義室,一階');
      await page.getByRole('group', { name: 'Which line has the headings?' }).waitFor();
    },
  },
  {
    name: 'rows to import or to skip',
    path: keys,
    brings: 'keys.csv',
    reach: async (page, campus) => {
      const [first, second] = [await campus.key(), await campus.key()];
      const rows = [first, second].map(({ keyNumber }) => `${keyNumber},Hall,South`);
      await importsKeys(page, ['Key,Name,Floor', ...rows].join('\n'));
      await page.getByRole('checkbox', { name: `Apply line 2, ${first.keyNumber}` }).click();
      await page.getByText('1 row of 2 will be applied').waitFor();
    },
  },
  { name: 'Manage Keys', path: keys, reach: offers(/^Edit /) },
  { name: 'Add key', path: keys, reach: opens('Add key', 'Add key') },
  {
    name: 'what else can be done with all keys',
    path: keys,
    reach: async (page) => {
      await openMore(page, 'Manage Keys');
      await page.getByRole('menu').waitFor();
    },
  },
  {
    name: 'Delete key',
    path: keys,
    reach: async (page, campus) => {
      const { keyNumber } = await campus.key();
      await page.getByPlaceholder('Search keys...').fill(keyNumber);
      await chooseInMenu(page, keyNumber, 'Delete');
      await page.getByRole('dialog', { name: 'Delete key' }).waitFor();
    },
  },
];

/** The pages of a key and of a person, and what unknown addresses show. */
const records: readonly Screen[] = [
  { name: 'no key', path: `${keys}/$id`, reach: shows('Key not found') },
  {
    name: 'deleted keys',
    path: `${keys}/removed`,
    reach: async (page, campus) => {
      const { _id: id, keyName } = await campus.key();
      await (await campus.person('admin')).get(api.deleteKey, { params: { id } });
      await page.reload();
      await page.getByText(keyName).first().waitFor();
    },
  },
  {
    name: 'who had a key when',
    path: `${keys}/$id`,
    reach: async (page, campus) => {
      const { key } = await holderOfAKey(campus);
      await goTo(page, `${keys}/${key._id}`);
      await page.getByRole('button', { name: 'Who had it when?' }).click();
      await page.getByLabel('At this moment').fill('2025-05-12T10:00');
      await page.getByText('It was not in Keydesk yet').waitFor();
    },
  },
  {
    name: 'a key that is out',
    path: `${keys}/$id`,
    reach: async (page, campus) => {
      const { key } = await holderOfAKey(campus);
      await goTo(page, `${keys}/${key._id}`);
      await page.getByRole('region', { name: 'History' }).getByRole('listitem').waitFor();
    },
  },
  {
    name: 'a disputed key',
    path: `${keys}/$id`,
    reach: async (page, campus) => {
      const [holder, key] = [await campus.person(), await campus.key()];
      await disputed(campus, holder, key._id);
      // Without the notice of it, which comes at once and soon ends.
      await visit(page, `${keys}/${key._id}`);
      await page.getByRole('radio', { name: 'Someone else has the key' }).check();
      await page.getByRole('searchbox').waitFor();
    },
  },
  { name: 'no person', path: `${users}/$id`, reach: shows('Person not found') },
  {
    name: 'a person with a key',
    path: `${users}/$id`,
    reach: async (page, campus) => {
      const { holder } = await holderOfAKey(campus);
      await goTo(page, `${users}/${holder.user.id}`);
      await page.getByRole('region', { name: 'History' }).getByRole('listitem').waitFor();
    },
  },
  {
    name: 'selected keys',
    path: keys,
    reach: (page) => selectsLast(page, 'Manage Keys'),
  },
  {
    name: 'Edit keys',
    path: keys,
    reach: async (page) => {
      await selectsLast(page, 'Manage Keys');
      await opens('Edit selected', 'Edit 1 key')(page);
    },
  },
  {
    name: 'Edit People',
    path: users,
    reach: async (page) => {
      await selectsLast(page, 'Manage Users');
      await opens('Edit selected', 'Edit 1 person')(page);
    },
  },
  {
    name: 'all keys',
    path: `${keys}?rows=all`,
    reach: offers(/^Edit /),
  },
];

const figures: readonly Screen[] = [
  { name: 'the dashboard', path: '/dashboard/admin', reach: shows('Key usage') },
  { name: 'the reports', path: '/dashboard/admin/reports', reach: shows('System Statistics') },
  {
    name: 'reported keys',
    path: '/dashboard/admin/incidents',
    reach: async (page, campus) => {
      const { key } = await holderOfAKey(campus);
      const body = { kind: 'lost', lastSeen: 'Canteen', note: 'Looked everywhere' };
      await campus.guard.get(api.reportKey, { params: { id: key._id }, body });
      await offers(`Resolve lost key ${key.keyNumber}`)(page);
    },
  },
  {
    name: 'resolving a report',
    path: '/dashboard/admin/incidents',
    reach: async (page) => {
      await page
        .getByRole('button', { name: /^Resolve/ })
        .first()
        .click();
      await page.getByLabel('What happened?').waitFor();
    },
  },
  {
    name: 'the audit log',
    path: '/dashboard/admin/audit',
    reach: (page) => page.getByRole('list', { name: 'Audit events' }).waitFor(),
  },
  {
    name: 'Access',
    path: '/dashboard/admin/access',
    reach: async (page, campus, who) => {
      await withRules(campus, who);
      await page.reload();
      await page.getByText('Never applies.').waitFor();
    },
  },
  {
    name: 'Add access rule',
    path: '/dashboard/admin/access',
    reach: async (page) => {
      await opens('Add rule', 'Add access rule')(page);
      await page.getByLabel('For', { exact: true }).selectOption('Everyone');
      await page.getByLabel('What it says').selectOption('Can take');
      await page.getByLabel('Keys', { exact: true }).selectOption('All keys');
      await page.getByText('the last 30 days').waitFor();
    },
  },
  {
    name: 'groups',
    path: '/dashboard/admin/access',
    reach: async (page, campus) => {
      await endAccessRules(campus.db);
      await page.getByRole('tab', { name: 'Groups' }).click();
      await page.getByText('Expired ').first().waitFor();
    },
  },
  { name: 'Add group', path: groups, reach: opensInTab('Groups', 'Add group', 'Add group') },
  { name: 'Add member', path: groups, reach: opensInTab('Groups', /^Add member to/, 'Add member') },
  {
    name: 'End membership',
    path: groups,
    reach: async (page) => {
      await page.getByRole('tab', { name: 'Groups' }).click();
      await chooseInMenu(page, 'Expired Member', 'End membership');
      await page.getByRole('dialog', { name: 'End membership' }).waitFor();
    },
  },
  {
    name: 'the list of settings',
    path: '/dashboard/admin/settings',
    only: 'phone',
    reach: shows('Settings'),
  },
  { name: 'the system page', path: '/dashboard/admin/system', reach: shows('Processes') },
  ...['Password Policy', 'Session Management', 'Rate Limiting', 'Audit Logging', 'Desk'].map(
    settingsTab,
  ),
];

export const admin: readonly ScreenTour[] = [
  { who: 'an admin with lists', arrives: ({ person }) => person('admin'), screens: lists },
  { who: 'an admin with records', arrives: ({ person }) => person('admin'), screens: records },
  {
    who: 'an admin with the campus',
    arrives: ({ person }) => person('admin'),
    screens: campusPage,
  },
  { who: 'an admin with figures', arrives: ({ person }) => person('admin'), screens: figures },
];
