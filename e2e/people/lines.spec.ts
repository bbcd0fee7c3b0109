import { expect, type Page } from '@playwright/test';
import { lent } from '../../server/test/lending.ts';
import { makeLate } from '../accessibility/late-keys.ts';
import { test } from '../harness/test.ts';

/** Key numbers on more than one line, and dots between facts that end or begin a line. */
function brokenLines(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    for (const number of document.querySelectorAll('.key-number')) {
      const tops = new Set<number>();
      const texts = document.createTreeWalker(number, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const range = document.createRange();
        range.selectNodeContents(texts.currentNode);
        for (const { top, width } of range.getClientRects())
          if (width > 0) tops.add(Math.round(top));
      }
      if (tops.size > 1) found.push(`number: ${number.textContent}`);
    }
    const letters = lettersOfPage();
    for (const [index, { letter, box, text }] of letters.entries()) {
      const isOnLine = (other: DOMRect | undefined) =>
        other !== undefined && other.top < box.bottom && other.bottom > box.top;
      const isBetween = isOnLine(letters[index - 1]?.box) && isOnLine(letters[index + 1]?.box);
      if (letter === '·' && !isBetween) found.push(`dot: ${text.parentElement?.innerText}`);
    }
    return found;

    /** All that is drawn; a dot between facts is drawn by the element around its letter. */
    function lettersOfPage() {
      const drawn: { letter: string; box: DOMRect; text: Text }[] = [];
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const text = texts.currentNode as Text;
        if (text.parentElement?.closest('.sr-only')) continue;
        const dot = text.parentElement?.closest('.dotted-dot');
        for (const [index, letter] of [...text.data].entries()) {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + 1);
          const box = (dot ?? range).getBoundingClientRect();
          if (letter.trim() !== '' && box.width > 1) drawn.push({ letter, box, text });
        }
      }
      return drawn;
    }
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
    await visit(await campus.person('admin'), '/dashboard/admin/keys?q=MECH-3030'),
  ];
  for (const page of places) {
    await page.getByText(key.keyNumber).first().waitFor();
    for (const width of [320, 390, 768, 1280, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => brokenLines(page), `${page.url()} at ${width} px`).toEqual([]);
    }
  }
});
