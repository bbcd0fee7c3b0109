import { expect, type Page } from '@playwright/test';

/** Root font sizes are in pixels; 32 is text at 200 %. */
const settings = [
  { name: '320 px wide', width: 320, fontSize: 16 },
  { name: 'text at 200 %', width: 390, fontSize: 32 },
  { name: '320 px wide and text at 200 %', width: 320, fontSize: 32 },
];

/** Lists take a moment to measure their rows. */
const softly = expect.configure({ soft: true, timeout: 2_000 });

/** Expects that nothing overflows at 320 px, at text of 200 % and at both. */
export async function expectToFit(page: Page, name: string): Promise<void> {
  for (const setting of settings) {
    await page.evaluate((fontSize) => {
      document.documentElement.style.fontSize = `${fontSize}px`;
    }, setting.fontSize);
    // Afterwards, since charts measure their letters when their width changes.
    await page.setViewportSize({ width: setting.width, height: 844 });
    await softly.poll(() => overflows(page), `${name}, ${setting.name}`).toEqual([]);
  }
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
}

/**
 * What does not fit the width of the page: sideways scrolling, text beyond the edge or cut off, and
 * numbers that break. Areas that are meant to scroll sideways may hold more than they show, and what
 * ends in an ellipsis is shortened on purpose.
 */
function overflows(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set<string>();
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth)
      found.add(`the page scrolls sideways by ${scrollWidth - clientWidth} px: ${widest()}`);

    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const element = node.parentElement;
      const text = node.textContent?.trim();
      if (!element || !text || !isShown(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const lines = [...range.getClientRects()].filter(({ width }) => width > 0);
      const fault = faultOf(element, text, lines);
      if (fault) found.add(`${fault}: "${text.slice(0, 40)}" in ${element.className}`);
    }
    return [...found];

    /** The innermost element that reaches furthest. */
    function widest(): string {
      const all = [...document.body.querySelectorAll('*')].reverse();
      const reach = (element: Element) => Math.round(element.getBoundingClientRect().right);
      const furthest = Math.max(...all.map(reach));
      const element = all.find((candidate) => reach(candidate) === furthest);
      return element?.outerHTML.slice(0, 200) ?? '';
    }

    function faultOf(element: Element, text: string, lines: readonly DOMRect[]): string | null {
      const rows = new Set(lines.map(({ top }) => Math.round(top)));
      const isNumber = element.closest('.key-number') !== null || /^[\d.,:%]+$/.test(text);
      if (isNumber && rows.size > 1) return 'a broken number';
      for (let box: Element | null = element; box; box = box.parentElement) {
        const { overflowX, textOverflow, webkitLineClamp } = getComputedStyle(box);
        if (overflowX === 'visible') continue;
        const isScroller = overflowX === 'scroll' || box.classList.contains('overflow-x-auto');
        if (isScroller || textOverflow === 'ellipsis' || webkitLineClamp !== 'none') return null;
        if (exceed(lines, box.getBoundingClientRect())) return 'cut off';
      }
      const page = { left: 0, right: clientWidth };
      return exceed(lines, page) ? 'beyond the edge' : null;
    }

    function exceed(lines: readonly DOMRect[], box: { left: number; right: number }): boolean {
      return lines.some(({ left, right }) => right > box.right + 1 || left < box.left - 1);
    }

    /** Neither hidden nor for screen readers alone. */
    function isShown(element: Element): boolean {
      if (element.closest('script, style, option, [inert]')) return false;
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
        return false;
      for (let box: Element | null = element; box; box = box.parentElement) {
        const { width, height } = box.getBoundingClientRect();
        if (width <= 1 && height <= 1) return false;
      }
      return true;
    }
  });
}
