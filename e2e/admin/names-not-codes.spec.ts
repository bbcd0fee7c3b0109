import { api } from '@keydesk/shared/api';
import { may, type Role } from '@keydesk/shared/http/roles';
import { expect, type Page } from '@playwright/test';
import { routeRules } from '../../web/src/app/guards.ts';
import { followCalls } from '../harness/calls.ts';
import { testOnOwnCampus } from '../harness/test.ts';
import type { TestApp } from '../harness/test-app.ts';

const test = testOnOwnCampus();

/** What is stored in the log stays as it was written. */
const raw = ['/dashboard/admin/audit'];

test('every screen calls departments, blocks and categories by name, and a code stands only beside its name', async ({
  campus,
  visit,
}) => {
  test.setTimeout(240_000);
  const names = await recode(campus);
  const admin = await campus.person('admin');
  const holder = await campus.person('faculty', { department: 'ZQD-CSE' });
  const places = { department: 'ZQD-CSE', block: 'ZQB-LIB', category: 'ZQC-lab' };
  const key = await campus.key({ keyNumber: 'NAMED-1', ...places });
  const given = { keyId: key._id, holderId: holder.user.id, identifiedBy: 'desk' };
  await campus.guard.get(api.lendKey, { body: given });
  const rule = { target: 'department', targetId: 'ZQD-CSE', effect: 'allow' };
  await admin.get(api.addAccessRule, {
    body: { ...rule, subject: 'department', subjectId: 'ZQD-EEE' },
  });
  const { id } = (await campus.guard.get(api.beginCount, { body: { scope: { kind: 'desk' } } }))
    .data.count;
  const records: Readonly<Record<string, string>> = {
    '/dashboard/admin/users/$id': holder.user.id,
    '/dashboard/admin/keys/$id': key._id,
    '/dashboard/admin/campus/$id': 'lists',
    '/dashboard/count/$id': id,
  };

  const seen = new Set<string>();
  for (const who of [admin, campus.guard, holder]) {
    const page = await visit(who, '/dashboard/about');
    const calls = followCalls(page);
    for (const screen of routeRules) {
      const path = screen.path.replace('$id', records[screen.path] ?? '');
      if (seen.has(path) || raw.includes(path) || !opens(who.user.role, screen)) continue;
      seen.add(path);
      await page.goto(path);
      await calls.settled();
      expect.soft(await codesOn(page, names), path).toEqual([]);
    }
    if (who.user.role === 'admin') {
      await page.goto('/dashboard/admin/keys');
      await page.getByRole('button', { name: 'Add key' }).click();
      await expect(page.getByRole('dialog', { name: 'Add key' })).toContainText('Guild');
      expect.soft(await codesOn(page, names), 'Add key').toEqual([]);
    }
    if (who.user.role === 'faculty') {
      await page.goto('/dashboard/faculty/keylist?department=ZQD-CSE');
      await expect(page.getByRole('heading', { name: names['ZQD-CSE'] ?? '' })).toBeVisible();
      expect.soft(await codesOn(page, names), 'a department').toEqual([]);
    }
  }
  expect(seen.size).toBeGreaterThan(25);
});

function opens(role: Role, screen: (typeof routeRules)[number]): boolean {
  return screen.for === 'anyone' || may(role, screen.for);
}

/** Gives the lists of the demo campus codes that are part of no other text; returns the names. */
async function recode(campus: TestApp): Promise<Record<string, string>> {
  await campus.db.query(`
    DO $$ DECLARE reference record; BEGIN
      FOR reference IN SELECT conrelid::regclass AS place, conname FROM pg_constraint
        WHERE contype = 'f' AND confrelid IN ('departments'::regclass, 'blocks'::regclass, 'categories'::regclass)
      LOOP EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', reference.place, reference.conname); END LOOP;
    END $$;
    UPDATE departments SET code = 'ZQD-' || code, people_code = 'ZQD-' || people_code, label = 'Guild ' || position;
    UPDATE blocks SET code = 'ZQB-' || code, label = 'House ' || position;
    UPDATE categories SET code = 'ZQC-' || code, label = 'Kind ' || position;
    UPDATE keys SET department = 'ZQD-' || department, block = 'ZQB-' || block, category = 'ZQC-' || category;
    UPDATE users SET department = 'ZQD-' || department;`);
  // Tells all processes of the lists.
  await campus.desk('Second Desk');
  const { data } = await campus.guard.get(api.getCampus);
  const entries = [...data.departments, ...data.blocks, ...data.categories];
  return Object.fromEntries(entries.map(({ code, label }) => [code, label]));
}

/** The codes in texts, labels and fields that have no name beside them. */
function codesOn(page: Page, names: Readonly<Record<string, string>>): Promise<string[]> {
  return page.evaluate((nameOf) => {
    const found: string[] = [];
    const look = (element: Element | null, text: string | null | undefined) => {
      const beside = element?.closest('li, button, label, header')?.textContent ?? '';
      for (const [code] of text?.matchAll(/ZQ[DBC]-[\w&-]+/gi) ?? []) {
        const name = nameOf[code];
        if (!name || !beside.includes(name)) found.push(`${code} in ${text}`);
      }
    };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) look(texts.currentNode.parentElement, texts.currentNode.nodeValue);
    for (const element of document.querySelectorAll('*')) {
      for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
        look(element, element.getAttribute(name));
      if (element instanceof HTMLInputElement && element.type === 'text')
        look(element, element.value);
    }
    return found;
  }, names);
}
