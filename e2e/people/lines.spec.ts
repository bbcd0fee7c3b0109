import { expect, type Page } from '@playwright/test';
import { lent } from '../../server/test/lending.ts';
import { makeLate } from '../accessibility/late-keys.ts';
import { test } from '../harness/test.ts';

/** Key numbers on more than one line, and dots between facts that end or begin a line. */
function brokenLines(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    for (const number of document.querySelectorAll('.key-number')) {
      const range = document.createRange();
      range.selectNodeContents(number);
      const tops = [...range.getClientRects()].filter(({ width }) => width > 0);
      if (new Set(tops.map(({ top }) => Math.round(top))).size > 1)
        found.push(`number: ${number.textContent}`);
    }
    for (const dot of document.querySelectorAll('.fact-dot')) {
      const fact = dot.parentElement;
      const before = fact?.previousElementSibling?.getBoundingClientRect();
      const own = dot.getBoundingClientRect();
      const left = fact?.parentElement?.parentElement?.getBoundingClientRect().left ?? 0;
      const isHidden = own.right <= left + 1;
      const follows = before && before.bottom > own.top && before.right <= own.left + 1;
      if (own.width > 0 && !isHidden && !follows) found.push(`dot: ${fact?.textContent}`);
    }
    return found;
  });
}

test('no key number breaks, and no dot between facts ends or begins a line', async ({
  campus,
  visit,
}) => {
  const holder = await campus.person('faculty', { name: 'Lina Linebreak' });
  const key = await campus.key({ keyNumber: 'MECH-3030', location: 'Floor 3, behind the stairs' });
  await makeLate(campus, await lent(campus.guard, holder, key._id));
  const guard = await campus.person('security');
  const places = [
    await visit(holder, '/dashboard/faculty/taken'),
    await visit(guard, '/dashboard/security/overdue'),
    await visit(guard, '/dashboard/security/scanner'),
    await visit(await campus.person('admin'), '/dashboard/admin/keys'),
  ];
  for (const page of places) {
    await page.getByText(key.keyNumber).first().waitFor();
    for (const width of [320, 390, 768, 1280, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => brokenLines(page), `${page.url()} at ${width} px`).toEqual([]);
    }
  }
});
