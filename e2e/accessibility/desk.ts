import { api } from '@keydesk/shared/api';
import { formatKeyTag } from '@keydesk/shared/keys/key-tag';
import { expect, type Page } from '@playwright/test';
import { computerCookie } from '../../server/src/http/principal.ts';
import { restrict } from '../../server/test/access.ts';
import { beginDuty, enrolComputer, type TestComputer } from '../../server/test/desk-computer.ts';
import { endRules } from '../../server/test/due-rules.ts';
import { requestCode, returnCode } from '../../server/test/handovers.ts';
import { chooseInDesk, deskLine } from '../harness/menus.ts';
import { recalled } from './access-rules.ts';
import { disputed } from './disputed.ts';
import { lateAndSoon, withExtensions } from './late-keys.ts';
import {
  goTo,
  holderOfAKey,
  offers,
  opens,
  type Screen,
  type ScreenTour,
  scan,
  shows,
  visit,
} from './screen.ts';

const scanner = '/dashboard/security/scanner';
const profile = '/dashboard/profile';
const unavailable = '/dashboard/security/unavailable';
const count = '/dashboard/count';

const screens: readonly Screen[] = [
  { name: 'the scanner tab', path: scanner, reach: shows('USB scanner ready. Scan a code.') },
  {
    name: 'the scanner without a camera',
    path: scanner,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Start Scanning' }).click();
      await page.getByText('Scanner Error').waitFor();
    },
  },
  {
    name: 'the result of a handover',
    path: scanner,
    reach: async (page, campus) => {
      const [holder, key] = [await campus.person(), await campus.key()];
      await scan(page, (await requestCode(holder, key._id)).qrText, 'Handed out');
    },
  },
  {
    name: 'Confirm Return',
    path: scanner,
    reach: async (page, campus) => {
      const { holder, key } = await holderOfAKey(campus);
      await scan(page, (await returnCode(holder, key._id)).qrText, 'Confirm Return');
    },
  },
  {
    name: 'a refused code',
    path: scanner,
    reach: (page) => scan(page, 'a cinema ticket, read by the scanner', 'Not a Keydesk code'),
  },
  {
    name: 'the tag of a key at the desk',
    path: scanner,
    reach: async (page, campus) => scan(page, formatKeyTag((await campus.key())._id), 'Key tag'),
  },
  {
    name: 'a hand-out that the rules refuse',
    path: scanner,
    reach: async (page, campus) => {
      const [holder, key] = [await campus.person(), await campus.key()];
      const { qrText } = await requestCode(holder, key._id);
      await restrict(campus.db, key._id, await campus.person());
      await scan(page, qrText, 'Not allowed');
    },
  },
  {
    name: 'the tag of a missing key',
    path: scanner,
    reach: async (page, campus) => {
      const key = await campus.key();
      const body = { kind: 'missing', note: 'The hook is empty' };
      await campus.guard.get(api.reportKey, { params: { id: key._id }, body });
      await scan(page, formatKeyTag(key._id), 'Key tag');
    },
  },
  {
    name: 'reporting a key',
    path: unavailable,
    reach: async (page, campus) => {
      const { key } = await holderOfAKey(campus);
      await goTo(page, `${unavailable}?key=${key._id}`);
      await opens('Report as Lost', 'Report as Lost')(page);
    },
  },
  { name: 'starting a count', path: count, reach: shows('Start a count') },
  {
    name: 'a count',
    path: count,
    reach: async (page) => {
      await page.getByRole('button', { name: /^Start: All keys/ }).click();
      await shows('0 keys scanned')(page);
    },
  },
  {
    name: 'what a count found',
    path: `${count}/$id`,
    reach: async (page, campus) => {
      await campus.key({ hook: 'Tour · 1' });
      const seen = await campus.key({ hook: 'Tour · 2' });
      const body = { scope: { kind: 'cabinet', cabinet: 'Tour' } };
      const { data } = await campus.guard.get(api.beginCount, { body });
      const params = { id: data.count.id };
      await campus.guard.get(api.scanForCount, { params, body: { keyIds: [seen._id] } });
      await campus.guard.get(api.closeCount, { params });
      await goTo(page, `${count}/${data.count.id}`);
      await page.getByRole('region', { name: 'Not seen (1)' }).waitFor();
    },
  },
  { name: 'the menu of the desk', path: scanner, reach: (page) => deskLine(page).click() },
  { name: 'Shift log', path: scanner, reach: opensInDesk('Shift log') },
  {
    name: 'an incomplete entry from paper',
    path: scanner,
    reach: async (page, campus) => {
      const { key } = await holderOfAKey(campus);
      await opensInDesk('Enter from paper')(page);
      const dialog = page.getByRole('dialog', { name: 'Enter from paper' });
      await dialog.getByLabel('Key').fill(key.keyNumber);
      await dialog.getByRole('button', { name: 'It was returned' }).waitFor();
      await dialog.getByRole('button', { name: 'Check' }).click();
      await dialog.getByRole('alert').waitFor();
    },
  },
  { name: 'the shift code', path: profile, reach: opens('Shift code', 'Shift code') },
  { name: 'Set your PIN', path: profile, reach: opens('Set PIN', 'Set your PIN') },
  { name: 'Available', path: '/dashboard/security/available', reach: shows('Departments') },
  {
    name: 'Hand out without a code',
    path: scanner,
    reach: async (page, campus) => {
      await campus.person('faculty', { name: 'Aruna Lending' });
      await page.getByRole('button', { name: 'Hand out without a code' }).click();
      await page.getByRole('searchbox', { name: 'Name, Faculty ID or email' }).fill('aruna lend');
      await page.getByRole('button', { name: 'Aruna Lending' }).first().click();
      await page.getByRole('searchbox', { name: 'Key number or name' }).fill('a');
      await page.getByRole('list', { name: 'Available keys found' }).waitFor();
    },
  },
  {
    name: 'a visitor',
    path: scanner,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Hand out without a code' }).click();
      await opens('Add visitor', 'Add visitor')(page);
    },
  },
  {
    name: 'the person of an ID card',
    path: scanner,
    reach: async (page, campus) => {
      const { holder } = await holderOfAKey(campus);
      const params = { id: holder.user.id };
      const body = { cardText: 'TOUR-CARD-77' };
      await campus.guard.get(api.addPersonCard, { params, body });
      await scan(page, body.cardText, holder.user.name);
    },
  },
  {
    name: 'a disputed key',
    path: unavailable,
    reach: async (page, campus) => {
      const [holder, key] = [await campus.person(), await campus.key()];
      await disputed(campus, holder, key._id);
      // Without the notice of it, which comes at once and soon ends.
      await visit(page, `${unavailable}?key=${key._id}`);
      await page.getByText('An admin settles this.').first().waitFor();
    },
  },
  {
    name: 'Overdue',
    path: '/dashboard/security/overdue',
    reach: async (page, campus) => {
      await lateAndSoon(campus);
      await recalled(campus, await campus.person());
      await page.reload();
      await page.getByRole('list', { name: 'Recalled' }).waitFor();
      await page.getByRole('list', { name: 'Overdue' }).waitFor();
      await page.getByRole('list', { name: 'Due within the hour' }).waitFor();
    },
  },
  {
    name: 'Extend',
    path: '/dashboard/security/overdue',
    reach: async (page) => {
      await page
        .getByRole('button', { name: /^More for/ })
        .first()
        .click();
      await page.getByRole('menuitem', { name: /^Extend/ }).click();
      await page.getByRole('dialog', { name: 'Extend' }).waitFor();
    },
  },
  {
    name: 'times to choose at the hand-out',
    path: scanner,
    reach: async (page, campus) => {
      const { holder, key } = await withExtensions(campus);
      await scan(page, (await requestCode(holder, key._id)).qrText, 'Handed out');
      await offers(/^Until /)(page);
      await endRules(campus.db);
    },
  },
  {
    name: 'people waiting for a returned key',
    path: scanner,
    reach: async (page, campus) => {
      const { holder, key } = await holderOfAKey(campus);
      const waiting = [await campus.person(), await campus.person()];
      for (const who of waiting) await who.get(api.waitForKey, { params: { id: key._id } });
      await scan(page, (await returnCode(holder, key._id)).qrText, 'Confirm Return');
      await page.getByRole('button', { name: 'Confirm Return' }).click();
      await page.getByText('2 people are waiting').waitFor();
    },
  },
  { name: 'Unavailable Keys', path: unavailable, reach: offers(/^Collect/) },
  { name: 'Collect key', path: unavailable, reach: opens(/^Collect/, 'Collect key') },
  {
    name: 'Collect several keys',
    path: unavailable,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Collect several' }).click();
      await page.getByRole('dialog').getByRole('checkbox').first().check();
      await page.getByRole('dialog', { name: 'Collect 1 key' }).waitFor();
    },
  },
];

/** Chooses an entry of the desk's menu, which opens the dialog of this name. */
function opensInDesk(name: string) {
  return async (page: Page) => {
    await chooseInDesk(page, name);
    await page.getByRole('dialog', { name }).waitFor();
  };
}

let computer: TestComputer;

const nobody = 'No one is on duty at this computer';

const computerScreens: readonly Screen[] = [
  { name: 'enrolling a computer', path: '/enrol', reach: shows('Enrolment code') },
  {
    name: 'a desk with no one on duty',
    path: '/enrol',
    reach: async (page, campus) => {
      await page
        .context()
        .addCookies([{ name: computerCookie, value: computer.secret, url: campus.url }]);
      await visit(page, scanner);
      await shows(nobody)(page);
    },
  },
  {
    name: 'Start shift with PIN',
    path: scanner,
    reach: opens('Start shift with PIN', 'Start shift with PIN'),
  },
  {
    name: 'a guard on duty',
    path: scanner,
    reach: async (page, _campus, guard) => {
      await beginDuty(computer, guard);
      await deskLine(page).filter({ hasText: 'Ranjit Singh' }).waitFor();
    },
  },
  {
    name: 'what the shift before left',
    path: scanner,
    reach: async (page, campus) => {
      const [before, next] = [await campus.person('security'), await campus.person('security')];
      await beginDuty(computer, before);
      await computer.get(api.putShiftNote, { body: { text: 'The lock of A-101 sticks.' } });
      await beginDuty(computer, next);
      // The page may yet have to learn who is on duty now, which closes what was opened.
      await expect(async () => {
        await page.getByRole('button', { name: /^Note from/ }).click();
        await page
          .getByRole('dialog', { name: 'From the previous shift' })
          .waitFor({ timeout: 2_000 });
      }).toPass();
    },
  },
  { name: 'a note for the next shift', path: scanner, reach: opensInDesk('Shift note') },
  { name: 'End shift', path: scanner, reach: opensInDesk('End shift') },
  {
    name: 'a locked desk',
    path: scanner,
    reach: async (page) => {
      await chooseInDesk(page, 'Lock');
      await shows('Locked')(page);
    },
  },
];

export const desk: readonly ScreenTour[] = [
  {
    who: 'the desk',
    arrives: async (campus) => {
      await holderOfAKey(campus);
      return campus.person('security');
    },
    screens,
  },
  {
    who: 'a computer of the desk',
    signedOut: true,
    arrives: async (campus) => {
      computer = await enrolComputer(campus, await campus.desk('Main Desk'), 'Window 1');
      return campus.person('security', { name: 'Ranjit Singh' });
    },
    screens: computerScreens,
  },
];
