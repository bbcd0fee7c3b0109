import { expect, type Page } from '@playwright/test';
import { loans } from '../../server/src/db/schema.ts';
import { closed, loanRow, openLoan } from '../../server/test/factories/loans.ts';
import { giveKey } from '../../server/test/handovers.ts';
import type { TestClient } from '../../server/test/test-client.ts';
import { test } from '../harness/test.ts';
import type { TestApp } from '../harness/test-app.ts';

const dayMs = 86_400_000;

/** A key that this person has taken and brought back so often that it is among their own five. */
async function frequentKey(campus: TestApp, { user }: TestClient, keyName: string) {
  const key = await campus.key({ keyName });
  const parties = { keyId: key._id, holderId: user.id, handedBy: campus.guard.user.id };
  const history = Array.from({ length: 4 }, () => closed(loanRow(parties)));
  await campus.db.orm.insert(loans).values(history);
  return key;
}

function frequent(page: Page) {
  return page.getByRole('region', { name: 'Frequently Used Keys' });
}

test('the code of a frequent key is one tap from the opened application', async ({
  campus,
  visit,
}) => {
  const person = await campus.person();
  const key = await frequentKey(campus, person, 'Kinkajou Lab');
  const page = await visit(person, '/dashboard', { device: 'phone' });
  const row = frequent(page).getByRole('listitem').filter({ hasText: 'Kinkajou Lab' });
  await row.getByRole('button', { name: 'Generate QR' }).tap();
  const code = page.getByRole('dialog', { name: `Request Key ${key.keyNumber}` });
  await expect(code.getByRole('img')).toBeVisible();

  // Once it is in hand, it is among the keys to return instead.
  await giveKey(campus.guard, person, key._id);
  await expect(code).toContainText('Key taken');
  await code.getByRole('button', { name: 'Done' }).tap();
  await expect(page.getByRole('article')).toContainText('Kinkajou Lab');
  await expect(frequent(page).filter({ hasText: 'Kinkajou Lab' })).toBeHidden();
});

test('My Keys begins with what is overdue, then comes what is due soonest', async ({
  campus,
  visit,
}) => {
  const person = await campus.person();
  const parties = { holderId: person.user.id, handedBy: campus.guard.user.id };
  const keys = [];
  for (const takenAt of [new Date(), new Date(Date.now() - 3 * dayMs)]) {
    const key = await campus.key();
    keys.unshift(key);
    await openLoan(campus.db, { keyId: key._id, takenAt, ...parties });
  }
  const page = await visit(person, '/dashboard/faculty/taken', { device: 'phone' });
  const shown = page.getByRole('article');
  await expect(shown.getByRole('heading')).toHaveText(keys.map(({ keyNumber }) => keyNumber));
  await expect(shown.first()).toContainText('Overdue · due');
  await expect(shown.last()).toContainText(/due (today|tomorrow)/);
});

for (const device of ['phone', 'desktop'] as const)
  test(`a row opens the details wherever it is clicked, except on its action, on a ${device}`, async ({
    campus,
    visit,
  }) => {
    const key = await campus.key({ keyName: `Kowari ${device}`, location: 'Kowari wing' });
    const page = await visit(await campus.person(), '/dashboard/faculty/keylist', { device });
    await page.getByPlaceholder('Search keys...').fill(`kowari ${device}`);
    const row = page.getByRole('list', { name: 'Search Results' }).getByRole('listitem');
    const [number, name, place, action] = await Promise.all(
      [
        row.getByRole('link'),
        row.getByText(`Kowari ${device}`),
        row.getByText('Kowari wing').filter({ visible: true }),
        row.getByRole('button'),
      ].map((part) => part.boundingBox()),
    );
    if (device === 'desktop') expect(name?.x).toBe(place?.x);
    else expect(name?.x).toBe(number?.x);
    expect(action?.x).toBeGreaterThan((name?.x ?? 0) + 100);

    const details = page.getByRole('dialog', { name: new RegExp(`^${key.keyNumber}`) });
    const box = await row.boundingBox();
    await page.mouse.click((box?.x ?? 0) + 4, (box?.y ?? 0) + (box?.height ?? 0) / 2);
    await expect(details).toBeVisible();
    await details.getByRole('button', { name: 'Close' }).click();
    await expect(details).toBeHidden();
    await row.getByRole('button', { name: 'Generate QR' }).click();
    await expect(page.getByRole('dialog', { name: 'Request Key' })).toBeVisible();
    await expect(details).toBeHidden();
  });
