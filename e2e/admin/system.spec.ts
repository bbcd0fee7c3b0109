import { expect, type Page } from '@playwright/test';
import { test } from '../harness/test.ts';

function section(page: Page, name: string) {
  return page.getByRole('region', { name, exact: true });
}

test('the system page shows what runs, on which database, and that no backup is scheduled', async ({
  campus,
  visit,
}) => {
  const page = await visit(await campus.person('admin'), '/dashboard/about');
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'System' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('System');
  await expect(section(page, 'Backup')).toContainText(
    /^.*No backups are scheduled here.* sets BACKUP_DIR to a folder and restarts Keydesk\./,
  );
  await expect(section(page, 'Program')).toContainText('Version');
  await expect(section(page, 'Database')).toContainText('PostgreSQL');
  await expect(section(page, 'Processes')).toContainText(`:${new URL(page.url()).port}`);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(section(page, 'Notifications on devices')).toContainText('Browsers');
});
