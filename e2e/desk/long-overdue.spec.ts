import { expect } from '@playwright/test';
import { test } from '../harness/test.ts';
import { collectAll } from '../harness/test-app.ts';

test('hundreds of overdue keys are scrolled through to the last, and printed whole', async ({
  campus,
  visit,
}) => {
  await collectAll(campus);
  const holder = await campus.person('faculty', { name: 'Lina Laggard' });
  await campus.db.query(
    `INSERT INTO keys (id, key_number, key_name, location)
     SELECT lpad(to_hex(n), 24, '0c'), 'LONG-' || lpad(n::text, 3, '0'), 'Room ' || n, 'North'
       FROM generate_series(1, 300) AS n`,
  );
  // Two bands of 150; the reason of a recall is in the menu of its row.
  await campus.db.query(
    `INSERT INTO loans (id, key_id, holder_id, holder_name, handed_by, taken_at, due_at, grace_until,
                        recalled_at, recall_reason)
     SELECT id, id, $1, 'Lina Laggard', $2, now() - interval '9 days',
            now() - interval '8 days' + n * interval '1 minute', now() - interval '7 days',
            CASE WHEN n <= 150 THEN now() END,
            CASE WHEN n <= 150 THEN repeat('The training has expired. ', 9) END
       FROM (SELECT id, row_number() OVER (ORDER BY key_number) AS n
               FROM keys WHERE key_number LIKE 'LONG-%') AS long`,
    [holder.user.id, campus.guard.user.id],
  );
  const page = await visit(campus.guard, '/dashboard/security/overdue', { device: 'phone' });
  const rows = page.getByRole('listitem').filter({ hasText: 'Lina Laggard' });
  await expect(rows.first()).toContainText('LONG-001');
  expect(await rows.count()).toBeLessThan(60);
  // Rows are measured once they are drawn, which may move the end.
  const more = page.getByRole('button', { name: 'More for LONG-300' });
  await expect(async () => {
    await page.mouse.move(200, 400);
    await page.mouse.wheel(0, 200_000);
    await more.click({ timeout: 2_000 });
  }).toPass();
  await page.getByRole('menuitem', { name: 'Extend' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  await expect(rows).toHaveCount(300);
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await campus.db.query(
    `UPDATE loans SET returned_at = now(), return_type = 'collected', returned_by = $1,
                      received_by = $1 WHERE key_id LIKE '0c0c%'`,
    [campus.guard.user.id],
  );
  await campus.db.query("UPDATE keys SET deleted_at = now() WHERE key_number LIKE 'LONG-%'");
});
