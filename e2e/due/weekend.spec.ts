import { weekdayName } from '@keydesk/shared/core/formats';
import { weekdayOf } from '@keydesk/shared/due/calendar';
import { expect } from '@playwright/test';
import { requestCode } from '../../server/test/handovers.ts';
import { scanCode } from '../camera/usb-scanner.ts';
import { test } from '../harness/test.ts';
import { campusDay, closeForWeekend, openAlways, timezone } from './opening.ts';

test.afterEach(({ campus }) => openAlways(campus));

/** A date as the pages write one that is days away. */
function shortDate(day: string): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });
  return format.format(new Date(day));
}

test('what is handed out after closing on Friday is due when the campus closes on Monday', async ({
  campus,
  visit,
}) => {
  await closeForWeekend(campus);
  const [holder, key] = [await campus.person(), await campus.key()];
  const desk = await visit(await campus.person('security'), '/dashboard/security/scanner', {
    timezoneId: timezone,
  });
  await expect(desk.getByText('USB scanner ready. Scan a code.')).toBeVisible();
  await scanCode(desk, (await requestCode(holder, key._id)).qrText);
  const monday = shortDate(campusDay(3));
  await expect(desk.getByRole('dialog', { name: 'Handed out' })).toContainText(
    `Due ${monday} 17:20`,
  );
  const phone = await visit(holder, '/dashboard/faculty/taken', {
    device: 'phone',
    timezoneId: timezone,
  });
  await expect(phone.getByRole('article')).toContainText(`due ${monday} 17:20`);
});

test('an admin saves the week; a day may end past midnight or at midnight, and says so', async ({
  campus,
  visit,
}) => {
  const page = await visit(await campus.person('admin'), '/dashboard/admin/campus/opening');
  const today = weekdayName(weekdayOf(campusDay(0)));
  await expect(page.getByText('No opening hours are set: every day counts as open')).toBeVisible();
  await page.getByRole('checkbox', { name: today }).check();
  const closes = page.getByLabel(`${today} closes`);
  await closes.fill('02:00');
  await expect(closes).toHaveAccessibleDescription('next day');
  await closes.fill('00:00');
  await expect(closes).toHaveAccessibleDescription('midnight');
  await page.getByRole('button', { name: 'Save opening hours' }).click();
  await expect(page.getByText('Opening hours saved')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('checkbox', { name: today })).toBeChecked();
  await expect(closes).toHaveValue('00:00');
  await page.getByRole('button', { name: 'Add day' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add day' });
  await dialog.getByLabel('Day', { exact: true }).fill(campusDay(7));
  await dialog.getByLabel('Name').fill('Science night');
  await dialog.getByRole('radio', { name: 'Other closing time' }).check();
  await dialog.getByLabel('Closes at').fill('01:30');
  await expect(dialog.getByLabel('Closes at')).toHaveAccessibleDescription('Next day');
  await dialog.getByRole('button', { name: 'Add day' }).click();
  await expect(page.getByRole('list', { name: 'Upcoming days' })).toContainText(
    'Closes at 01:30 next day',
  );
});
