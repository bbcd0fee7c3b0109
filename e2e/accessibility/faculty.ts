import { endRules } from '../../server/test/due-rules.ts';
import { giveKey } from '../../server/test/handovers.ts';
import { storeNotifications } from '../notifications/stored-notifications.ts';
import { recalled } from './access-rules.ts';
import { makeLate, withExtensions } from './late-keys.ts';
import {
  goTo,
  holderOfAKey,
  offers,
  opens,
  type Screen,
  type ScreenTour,
  shows,
} from './screen.ts';

const keylist = '/dashboard/faculty/keylist';
const taken = '/dashboard/faculty/taken';
const aDepartment = `${keylist}?department=RESEARCH`;
const notifications = '/dashboard/notifications';

const keys: readonly Screen[] = [
  { name: 'My Keys without keys', path: taken, reach: shows('No keys taken') },
  {
    name: 'My Keys',
    path: taken,
    reach: async (page, campus, who) => {
      await giveKey(campus.guard, who, (await campus.key())._id);
      await offers('Show Return QR')(page);
    },
  },
  {
    name: 'My Keys, of which one can be kept and one not',
    path: taken,
    reach: async (page, campus, who) => {
      for (const graceMinutes of [0, 10]) {
        const { key } = await withExtensions(campus);
        const { loanId } = await giveKey(campus.guard, who, key._id);
        if (graceMinutes === 0) await makeLate(campus, loanId ?? '');
      }
      await page.reload();
      await endRules(campus.db);
      await page.getByText('This key was due at').waitFor();
      await offers(/^Keep until/)(page);
    },
  },
  {
    name: 'My Keys, of which one is recalled',
    path: taken,
    reach: async (page, campus, who) => {
      await recalled(campus, who);
      await page.getByText('Recalled. Return it').waitFor();
    },
  },
  { name: 'a return code', path: taken, reach: opens('Show Return QR', 'Return Key') },
  {
    name: 'the details of a key',
    path: taken,
    reach: async (page) => {
      await page.getByRole('article').getByRole('link').first().click();
      await page.getByRole('dialog').getByText('Out now').waitFor();
    },
  },
  { name: 'All Keys', path: keylist, reach: shows('Departments') },
  {
    name: 'search results',
    path: keylist,
    reach: async (page) => {
      await page.getByPlaceholder('Search keys...').fill('TEST-');
      await page.getByRole('heading', { name: 'Search Results' }).waitFor();
    },
  },
  {
    name: 'a key to wait for',
    path: keylist,
    reach: async (page, campus) => {
      const { key } = await holderOfAKey(campus);
      await goTo(page, `${keylist}?q=${key.keyNumber}&key=${key._id}`);
      await page.getByRole('button', { name: 'Notify me when it is back' }).click();
      await page.getByText('You will get a notification when').waitFor();
    },
  },
  { name: 'a department', path: aDepartment, reach: offers('Generate QR') },
  { name: 'a request code', path: aDepartment, reach: opens('Generate QR', 'Request Key') },
  {
    name: 'the code of a key that someone else has just taken',
    path: keylist,
    reach: async (page, campus) => {
      const key = await campus.key({ department: 'RESEARCH' });
      await goTo(page, `${keylist}?q=${key.keyNumber}`);
      await opens('Generate QR', 'Request Key')(page);
      await page.getByRole('timer').waitFor();
      await giveKey(campus.guard, await campus.person(), key._id);
      await page.getByText('Now with').waitFor();
    },
  },
  {
    name: 'keys that cannot be loaded',
    path: keylist,
    reach: async (page) => {
      await page.route('/api/keys', (route) => route.abort('connectionfailed'));
      await page.reload();
      await page.getByRole('button', { name: 'Try Again' }).waitFor();
      await page.unroute('/api/keys');
    },
  },
];

const around: readonly Screen[] = [
  { name: 'Notifications without any', path: notifications, reach: shows('No notifications') },
  {
    name: 'Notifications',
    path: notifications,
    reach: async (page, campus, who) => {
      const stored = [
        { title: 'Key return reminder', template: 'overdue' },
        { title: 'Unreturned keys alert', template: 'unreturned' },
        { title: 'Key returned', template: 'key-returned' },
        { title: 'Security alert', template: 'codes-refused' },
        { title: 'a' },
        { title: 'b' },
      ] as const;
      await storeNotifications(
        campus,
        who,
        stored.map((one, minutesAgo) => ({ ...one, minutesAgo })),
      );
      await page.getByRole('button', { name: 'Refresh' }).click();
      await page.getByRole('button', { name: 'Mark as read' }).last().click();
      await offers('Mark as unread')(page);
    },
  },
  {
    name: 'the notification drawer',
    path: '/dashboard/about',
    reach: opens(/^Notifications,/, 'Notifications'),
  },
  { name: 'About Us', path: '/dashboard/about', reach: shows('Team') },
  { name: 'Profile Settings', path: '/dashboard/profile', reach: shows('Email') },
  {
    name: "the user's menu",
    path: '/dashboard/profile',
    reach: async (page) => {
      await page.getByRole('button', { name: 'User menu' }).click();
      await page.getByRole('menu').waitFor();
    },
  },
  {
    name: 'the sidebar over the page',
    path: '/dashboard/profile',
    only: 'phone',
    reach: opens('Open menu', 'Keydesk'),
  },
  {
    name: 'Volunteer Key Return',
    path: '/dashboard/collective-return',
    reach: async (page, campus) => {
      const { key } = await holderOfAKey(campus);
      await page.getByPlaceholder('Search keys...').fill(key.keyNumber);
      await page.getByRole('checkbox', { name: key.keyNumber }).check();
      await offers('Return 1 Key')(page);
    },
  },
  {
    name: 'a batch code',
    path: '/dashboard/collective-return',
    reach: async (page) => {
      await page.getByRole('checkbox').first().check();
      await opens('Return 1 Key', 'Return 1 Key')(page);
    },
  },
  {
    name: 'a page without a network',
    path: taken,
    reach: async (page) => {
      await page.getByText('No keys taken').waitFor();
      await page.context().setOffline(true);
      await page.getByText('You are offline.').waitFor();
    },
  },
];

export const faculty: readonly ScreenTour[] = [
  { who: 'faculty with keys', arrives: ({ person }) => person(), screens: keys },
  { who: 'faculty around the keys', arrives: ({ person }) => person(), screens: around },
];
