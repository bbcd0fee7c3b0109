import { expect, type Page } from '@playwright/test';
import { giveKey } from '../../server/test/handovers.ts';
import { test } from '../harness/test.ts';
import { collectAll } from '../harness/test-app.ts';
import { calendarFile, wholeDays } from './calendar-file.ts';
import { campusDay, openAlways, timezone } from './opening.ts';

test.afterEach(({ campus }) => openAlways(campus));

async function openHours(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Closed and short days' }).waitFor();
}

test('holidays come from a calendar file, and what is due on them moves when an admin says so', async ({
  campus,
  visit,
}) => {
  await collectAll(campus);
  const [holder, key] = [
    await campus.person('faculty', { name: 'Hana Holiday' }),
    await campus.key(),
  ];
  const { dueAt } = await giveKey(campus.guard, holder, key._id);
  const phone = await visit(holder, '/dashboard/faculty/taken', { timezoneId: timezone });
  await expect(phone.getByRole('article')).toContainText(/due (today|tomorrow) 17:20/);

  const page = await visit(await campus.person('admin'), '/dashboard/admin/campus/opening', {
    timezoneId: timezone,
  });
  await openHours(page);
  await page.getByRole('button', { name: 'Import calendar file' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import calendar file' });
  const input = dialog.getByLabel('Calendar file', { exact: true });
  await input.setInputFiles({ name: 'keys.csv', mimeType: 'text/csv', buffer: Buffer.from('A,B') });
  await expect(dialog.getByRole('alert')).toContainText('This is not a calendar file');

  const meeting = 'UID:3\nDTSTART:20300101T090000\nDTEND:20300101T100000\nSUMMARY:Meeting';
  await input.setInputFiles(
    calendarFile(
      wholeDays('1', campusDay(0), campusDay(3), 'Harvest Festival'),
      wholeDays('2', campusDay(9), campusDay(10), 'Sports Day'),
      meeting,
      wholeDays('4', campusDay(-3), campusDay(-1), 'Long Gone'),
      'UID:5\nDTSTART:20300230\nSUMMARY:Leap Party',
    ),
  );
  const found = dialog.getByRole('list', { name: 'Days in the file' }).getByRole('listitem');
  await expect(found).toHaveCount(4);
  await expect(dialog).toContainText(
    '2 past days were skipped. 1 entry was skipped because it does not take a whole day.',
  );
  await expect(dialog.getByRole('list', { name: 'Entries not read' })).toHaveText(
    'Leap Party: Its DTSTART is not a date',
  );
  await found.filter({ hasText: 'Sports Day' }).getByRole('checkbox').uncheck();
  await dialog.getByRole('button', { name: 'Add 3 days' }).click();
  await expect(dialog).toBeHidden();
  const listed = page.getByRole('list', { name: 'Upcoming days' }).getByRole('listitem');
  await expect(listed).toHaveCount(3);
  await expect(listed.first()).toContainText('Harvest Festival');

  const offer = page.getByRole('region', { name: '1 key is due while the campus is closed' });
  await expect(offer).toContainText('Hana Holiday');
  await expect(phone.getByRole('article')).toContainText(/due (today|tomorrow) 17:20/);
  await offer.getByRole('button', { name: 'Move its due time' }).click();
  await expect(offer).toBeHidden();
  const open = new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });
  await expect(phone.getByRole('article')).toContainText(
    `due ${open.format(new Date(campusDay(3)))} 17:20`,
  );
  expect(dueAt).not.toBeNull();
  await collectAll(campus);
});
