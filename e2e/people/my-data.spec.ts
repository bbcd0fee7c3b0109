import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { test } from '../harness/test.ts';

test('everybody can save what is stored of them', async ({ campus, visit }) => {
  const person = await campus.person('faculty', { name: 'Dana Data' });
  const page = await visit(person, '/dashboard/profile');
  await expect(page.getByRole('heading', { name: 'My data' })).toBeVisible();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.json$/);
  const data = JSON.parse(await readFile(await file.path(), 'utf8'));
  expect(data).toMatchObject({
    person: { name: 'Dana Data', email: person.user.email },
    sessions: [{ id: person.secrets.sessionId }],
    auditEvents: [{ action: 'export-own-data' }],
  });
});
