import { weekdayName, weekdayOf } from '@keydesk/shared/due/calendar';
import { expect, type Page } from '@playwright/test';
import { requestCode } from '../../server/test/handovers.ts';
import { typeWithGap } from '../camera/usb-scanner.ts';
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

async function openCampusTab(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name, exact: true }).click();
  await page.getByRole('tabpanel', { name }).waitFor();
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
  await expect(desk.getByText('USB scanner ready, just scan')).toBeVisible();
  await typeWithGap(desk, (await requestCode(holder, key._id)).qrText, 3);
  const monday = shortDate(campusDay(3));
  await expect(desk.getByRole('dialog', { name: 'Handed over' })).toContainText(
    `due ${monday} 17:20`,
  );
  const phone = await visit(holder, '/dashboard/faculty/taken', {
    device: 'phone',
    timezoneId: timezone,
  });
  await expect(phone.getByRole('article')).toContainText(`due ${monday} 17:20`);
});

test('an admin saves the week; a day that ends before it begins is refused with a reason', async ({
  campus,
  visit,
}) => {
  const page = await visit(await campus.person('admin'), '/dashboard/admin/campus');
  await openCampusTab(page, 'Opening hours');
  const today = weekdayName(weekdayOf(campusDay(0)));
  await expect(page.getByText('No opening hours are set: every day counts as open')).toBeVisible();
  await page.getByRole('checkbox', { name: today }).check();
  await page.getByLabel(`${today} closes`).fill('07:00');
  await expect(page.getByRole('alert')).toHaveText(`${today} has to open before it closes`);
  await page.getByLabel(`${today} closes`).fill('23:59');
  await page.getByRole('button', { name: 'Save Opening Hours' }).click();
  await expect(page.getByText('Opening hours saved')).toBeVisible();
  await page.reload();
  await openCampusTab(page, 'Opening hours');
  await expect(page.getByRole('checkbox', { name: today })).toBeChecked();
  await expect(page.getByLabel(`${today} closes`)).toHaveValue('23:59');
});
