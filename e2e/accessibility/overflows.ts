import { expect, type Page } from '@playwright/test';
import { unreachable } from './unreachable.ts';

/** Root font sizes are in pixels; 32 is text at 200 %. */
const settings = [
  { name: '320 px wide', width: 320, height: 640, fontSize: 16 },
  { name: '320 px wide and text at 200 %', width: 320, height: 844, fontSize: 32 },
];

/** Lists take a moment to measure their rows. */
const softly = expect.configure({ soft: true, timeout: 2_000 });

/**
 * Expects that nothing overflows and everything can be reached at 320 px, at text of 200 % and at
 * both; in dialogs also on a phone that is held across.
 */
export async function expectToFit(page: Page, name: string): Promise<void> {
  for (const { name: setting, width, height, fontSize } of settings) {
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = `${size}px`;
    }, fontSize);
    // Afterwards, since charts measure their letters when their width changes.
    await page.setViewportSize({ width, height });
    await expectNoOverflow(page, `${name}, ${setting}`);
    await softly.poll(() => unreachable(page), `${name}, ${setting}`).toEqual([]);
  }
  if (await page.getByRole('dialog').or(page.getByRole('alertdialog')).count()) {
    await page.setViewportSize({ width: 844, height: 390 });
    await softly.poll(() => unreachable(page), `${name}, held across at 200 %`).toEqual([]);
  }
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
}

/** Expects that nothing overflows at the window's present size. */
export async function expectNoOverflow(page: Page, name: string): Promise<void> {
  await softly.poll(() => overflows(page), name).toEqual([]);
}

/**
 * What does not fit: sideways scrolling; text and controls beyond the edge, cut off or wider than
 * their own box; numbers that break. Areas that are meant to scroll may hold more than they show,
 * and what ends in an ellipsis is shortened on purpose.
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
    for (const control of document.querySelectorAll('input, select, textarea, button')) {
      if (!isShown(control)) continue;
      const fault = faultOfBox(control, [control.getBoundingClientRect()]);
      if (fault) found.add(`${fault}: ${control.outerHTML.slice(0, 120)}`);
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
      return faultOfBox(element, lines) ?? faultInBlock(element, lines);
    }

    function faultOfBox(element: Element, lines: readonly DOMRect[]): string | null {
      let scrollsDown = false;
      for (let box: Element | null = element; box; box = box.parentElement) {
        const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(box);
        if (overflowX === 'visible' || box === document.documentElement) continue;
        const isScroller = overflowX === 'scroll' || box.classList.contains('overflow-x-auto');
        if (isScroller || textOverflow === 'ellipsis' || webkitLineClamp !== 'none') return null;
        const edges = box.getBoundingClientRect();
        if (exceed(lines, edges)) return 'cut off';
        scrollsDown ||= overflowY === 'auto' || overflowY === 'scroll';
        // Under a dialog the page is held in place, which cuts nothing.
        if (scrollsDown || box === document.body) continue;
        if (lines.some((line) => isCutDown(line, edges))) return 'cut off below';
      }
      const page = { left: 0, right: clientWidth };
      return exceed(lines, page) ? 'beyond the edge' : null;
    }

    /** Text that runs out of its own block, over what is beside it. */
    function faultInBlock(element: Element, lines: readonly DOMRect[]): string | null {
      let block = element;
      while (/^(inline|contents)$/.test(getComputedStyle(block).display) && block.parentElement)
        block = block.parentElement;
      if (getComputedStyle(block).textOverflow === 'ellipsis') return null;
      return exceed(lines, block.getBoundingClientRect()) ? 'wider than its box' : null;
    }

    /** Letters are lower than their line, which may be higher than the box. */
    function isCutDown(line: DOMRect, box: DOMRect): boolean {
      const rest = line.height / 4;
      // Rows that were never in view have not been measured.
      if (line.bottom > innerHeight) return false;
      return line.bottom - rest > box.bottom || line.top + rest < box.top;
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
