import { expect, type Page } from '@playwright/test';
import { type Calls, followCalls, stopPolls } from '../harness/calls.ts';
import { historySettled } from '../harness/history.ts';
import { chooseInMenu, openMore, showMoreFields } from '../harness/menus.ts';
import { blank, test } from '../harness/test.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';

/** A separate campus, because changed lists and rules would affect other tests. */
let own: TestApp;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  own = await startTestApp();
});
test.afterAll(() => own.close());

/** A change may cost at most this many calls: its own, and those that its live update causes. */
const mostCalls = 3;

const campusPage = '/dashboard/admin/campus';
const accessPage = '/dashboard/admin/access';

type Change = {
  what: string;
  path: string;
  tab?: string;
  /** Everything before the click that makes the change. */
  reach?: (page: Page) => Promise<unknown>;
  /** The button that makes the change, and the dialog it is in. */
  press: string | RegExp;
  role?: 'menuitem';
  within?: string;
  done: (page: Page) => Promise<unknown>;
};

const changes: readonly Change[] = [
  {
    what: 'lists: retire',
    path: `${campusPage}/lists`,
    reach: async (page) => {
      await page.getByRole('tab', { name: /^Blocks/ }).click();
      await openMore(page, 'A');
    },
    press: 'Retire',
    role: 'menuitem',
    done: (page) => expect(said(page, 'A retired')).toBeVisible(),
  },
  ...change('lists', { path: `${campusPage}/lists` }, [
    ['restore', 'Restore A', (page) => expect(said(page, 'A restored')).toBeVisible()],
  ]),
  {
    what: 'lists: move',
    path: `${campusPage}/lists`,
    reach: (page) => openMore(page, 'B'),
    press: 'Move up',
    role: 'menuitem',
    done: (page) => expect(said(page, /^B is now/)).toBeAttached(),
  },
  {
    what: 'lists: edit',
    path: `${campusPage}/lists`,
    reach: async (page) => {
      await page.getByRole('tab', { name: /^Departments/ }).click();
      await page
        .getByRole('button', { name: 'Edit Electronics & Communication Engineering' })
        .click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill('Electronics');
      await dialog.getByLabel('Head', { exact: true }).click();
      await page.getByLabel('Search head').fill('Carla Click');
      await page.getByRole('option', { name: /Carla Click/ }).click();
    },
    press: 'Save changes',
    within: 'Edit department Electronics & Communication Engineering',
    done: (page) => expect(page.getByText('Head: Carla Click')).toBeVisible(),
  },
  addsDesk('West Desk'),
  addsDesk('East Desk'),
  {
    what: 'desks: move',
    path: `${campusPage}/desks`,
    reach: (page) => openMore(page, 'East Desk'),
    press: 'Move up',
    role: 'menuitem',
    done: (page) => expect(listed(page, 'Desks').first()).toContainText('East Desk'),
  },
  {
    what: 'desks: edit',
    path: `${campusPage}/desks`,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Edit East Desk' }).click();
      await page.getByRole('dialog').getByLabel('Place').fill('Cellar');
    },
    press: 'Save changes',
    within: 'Edit East Desk',
    done: (page) => expect(listed(page, 'Desks').first()).toContainText('Cellar'),
  },
  {
    what: 'desks: retire',
    path: `${campusPage}/desks`,
    reach: async (page) => {
      await chooseInMenu(page, 'East Desk', 'Retire');
      // The dialog first reads which computers the desk has.
      await expect(page.getByRole('dialog', { name: 'Retire East Desk?' })).toBeVisible();
    },
    press: 'Retire',
    within: 'Retire East Desk?',
    done: (page) => expect(listed(page, 'Retired desks')).toContainText('East Desk'),
  },
  {
    what: 'closed days: add',
    path: `${campusPage}/opening`,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Add day' }).click();
      await page.getByRole('dialog').getByLabel('Day', { exact: true }).fill('2098-01-26');
      await page.getByRole('dialog').getByLabel('Name').fill('Founding Day');
    },
    press: 'Add day',
    within: 'Add day',
    done: (page) => expect(listed(page, 'Upcoming days')).toContainText('Founding Day'),
  },
  {
    what: 'closed days: remove',
    path: `${campusPage}/opening`,
    reach: (page) => openMore(page, 'Founding Day'),
    press: 'Remove',
    role: 'menuitem',
    done: (page) => expect(listed(page, 'Upcoming days')).toHaveCount(0),
  },
  {
    what: 'due rules: add',
    path: `${campusPage}/due`,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Add rule' }).click();
      await page.getByRole('dialog').getByLabel('Keys are due').selectOption('After some time');
      await page.getByRole('dialog').getByLabel('Minutes', { exact: true }).fill('90');
    },
    press: 'Add rule',
    within: 'Add rule',
    done: (page) => expect(listed(page, 'Rules')).toContainText(['90 min after']),
  },
  {
    what: 'due rules: end',
    path: `${campusPage}/due`,
    reach: (page) => page.getByRole('button', { name: /^End: / }).click(),
    press: 'End rule',
    within: 'End rule',
    done: (page) => expect(page.getByText('All keys are due at the next')).toBeVisible(),
  },
  {
    what: 'access rules: add',
    path: accessPage,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Add rule' }).click();
      const form = page.getByRole('dialog', { name: 'Add access rule' });
      await form.getByLabel('For', { exact: true }).selectOption('Everyone');
      await form.getByLabel('What it says').selectOption('Cannot take');
      await form.getByLabel('Keys', { exact: true }).selectOption('All keys');
      await showMoreFields(form);
      await form.getByLabel('From (optional)').fill('10:00');
      await expect(form.getByRole('status')).toContainText('hand-out');
    },
    press: 'Add rule',
    within: 'Add access rule',
    done: (page) => expect(listed(page, 'Rules')).toContainText(['after 10:00']),
  },
  {
    what: 'access rules: end',
    path: accessPage,
    reach: (page) => page.getByRole('button', { name: /^End: / }).click(),
    press: 'End rule',
    within: 'End rule',
    done: (page) =>
      expect(page.getByText('No rules. Everyone can take normal keys.')).toBeVisible(),
  },
  {
    what: 'groups: add',
    path: accessPage,
    tab: 'Groups',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Add group' }).click();
      await page.getByRole('dialog').getByLabel('Name').fill('Clickers');
    },
    press: 'Add group',
    within: 'Add group',
    done: (page) => expect(page.getByRole('heading', { name: 'Clickers' })).toBeVisible(),
  },
  {
    what: 'groups: add member',
    path: accessPage,
    tab: 'Groups',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Add member to Clickers' }).click();
      await page.getByRole('combobox', { name: 'Person', exact: true }).click();
      await page.getByRole('combobox', { name: 'Search person' }).fill('Carla Click');
      await page.getByRole('option', { name: /Carla Click/ }).click();
    },
    press: 'Add member',
    within: 'Add member',
    done: (page) => expect(listed(page, 'Members of Clickers')).toContainText('Carla Click'),
  },
  {
    what: 'groups: rename',
    path: accessPage,
    tab: 'Groups',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Rename Clickers' }).click();
      await page.getByRole('dialog').getByLabel('Name').fill('Pressers');
    },
    press: 'Rename',
    within: 'Rename group',
    done: (page) => expect(page.getByRole('heading', { name: 'Pressers' })).toBeVisible(),
  },
  {
    what: 'groups: end membership',
    path: accessPage,
    tab: 'Groups',
    reach: (page) => chooseInMenu(page, 'Carla Click', 'End membership'),
    press: 'End membership',
    within: 'End membership',
    done: (page) => expect(page.getByText('No one is in this group.')).toBeVisible(),
  },
  {
    what: 'keys: add',
    path: '/dashboard/admin/keys',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Add key' }).first().click();
      const form = page.getByRole('dialog', { name: 'Add key' });
      await form.getByLabel('Key number').fill('AAA-1');
      await form.getByLabel('Key name').fill('Attic');
      await form.getByLabel('Location').fill('North');
    },
    press: 'Add key',
    within: 'Add key',
    done: (page) => expect(page.getByRole('row', { name: /AAA-1/ })).toBeVisible(),
  },
  {
    what: 'keys: edit',
    path: '/dashboard/admin/keys',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Edit AAA-1' }).click();
      await page.getByRole('dialog').getByLabel('Location').fill('South wing');
    },
    press: 'Save changes',
    within: 'Edit key',
    done: (page) => expect(page.getByRole('row', { name: /AAA-1/ })).toContainText('South wing'),
  },
  {
    what: 'keys: delete',
    path: '/dashboard/admin/keys',
    reach: (page) => chooseInMenu(page, 'AAA-1', 'Delete'),
    press: /^Delete/,
    within: 'Delete key',
    done: (page) => expect(page.getByRole('row', { name: /AAA-1/ })).toHaveCount(0),
  },
  {
    what: 'users: edit',
    path: '/dashboard/admin/users?q=Carla',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Edit Carla Click' }).click();
      await page.getByRole('dialog').getByLabel('Name').fill('Carla Clack');
    },
    press: 'Save changes',
    within: 'Edit user',
    done: (page) => expect(page.getByRole('dialog', { name: 'Edit user' })).toBeHidden(),
  },
  {
    what: 'users: suspend',
    path: '/dashboard/admin/users?q=Carla',
    reach: (page) => chooseInMenu(page, 'Carla Clack', 'Suspend'),
    press: 'Suspend',
    within: 'Suspend Carla Clack',
    done: (page) => expect(page.getByText('User suspended')).toBeVisible(),
  },
  {
    what: 'users: delete',
    path: '/dashboard/admin/users?q=Diana',
    reach: (page) => openMore(page, 'Diana Delete'),
    press: 'Delete',
    role: 'menuitem',
    done: (page) => expect(said(page, 'User deleted successfully')).toBeVisible(),
  },
];

test('a click that changes something costs at most three calls, live updates included', async ({
  visit,
}) => {
  test.setTimeout(400_000);
  await own.person('faculty', { name: 'Carla Click' });
  await own.person('faculty', { name: 'Diana Delete' });
  const page = await visit(await own.person('admin'), blank);
  await stopPolls(page);
  const calls = followCalls(page);
  page.setDefaultTimeout(15_000);
  page.on('dialog', (asked) => asked.accept());
  const costs: string[] = [];
  let shown = '';
  for (const each of changes)
    await test.step(each.what, async () => {
      if (each.path !== shown) {
        await historySettled(page);
        await page.goto(each.path);
      }
      shown = each.path;
      const cost = await costOf(page, calls, each);
      costs.push(`${each.what} ${cost.length}`);
      expect.soft(cost.length, `${each.what}: ${cost.join(', ')}`).toBeLessThanOrEqual(mostCalls);
    });
  expect(calls.refused).toEqual([]);
  test.info().annotations.push({ type: 'cost', description: costs.join(', ') });
});

async function costOf(page: Page, calls: Calls, each: Change) {
  const { tab, reach, press, role = 'button', within, done } = each;
  if (tab) await page.getByRole('tab', { name: tab, exact: true }).click();
  await reach?.(page);
  const frame = within ? page.getByRole('dialog', { name: within }) : page;
  return calls.costOf(async () => {
    await frame.getByRole(role, { name: press, exact: true }).first().click();
    await done(page);
  });
}

type Press = [what: string, press: string, done: Change['done']];

/** Changes made with one click, without a dialog. */
function change(
  of: string,
  where: Pick<Change, 'path' | 'tab'>,
  presses: readonly Press[],
): Change[] {
  return presses.map(([what, press, done]) => ({ what: `${of}: ${what}`, ...where, press, done }));
}

function addsDesk(name: string): Change {
  return {
    what: `desks: add ${name}`,
    path: `${campusPage}/desks`,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Add desk' }).click();
      await page.getByRole('dialog').getByLabel('Name').fill(name);
      await page.getByRole('dialog').getByLabel('Place').fill('Hall');
    },
    press: 'Add desk',
    within: 'Add desk',
    done: (page) => expect(listed(page, 'Desks').filter({ hasText: name })).toBeVisible(),
  };
}

function said(page: Page, text: string | RegExp) {
  return page.getByText(text).first();
}

function listed(page: Page, name: string) {
  return page.getByRole('list', { name, exact: true }).getByRole('listitem');
}
