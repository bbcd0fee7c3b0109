import type { Page } from '@playwright/test';

/** The buttons of the topmost dialog that cannot be scrolled into view. */
export function unreachable(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const dialogs = document.querySelectorAll('[role="dialog"], [role="alertdialog"]');
    const buttons = dialogs[dialogs.length - 1]?.querySelectorAll('button') ?? [];
    return [...buttons]
      .filter((button) => isShown(button) && !comesIntoView(button))
      .map((button) => button.outerHTML.slice(0, 160));

    function comesIntoView(button: Element): boolean {
      button.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
      return isInWindow(button) && isOnTop(button);
    }

    function isInWindow(element: Element): boolean {
      const { top, bottom, left, right } = element.getBoundingClientRect();
      return top >= -1 && left >= -1 && bottom <= innerHeight + 1 && right <= innerWidth + 1;
    }

    /** The element at that point can be the button, part of it, or around it, such as its label. */
    function isOnTop(element: Element): boolean {
      const { left, top, width, height } = element.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      return hit !== null && (element.contains(hit) || hit.contains(element));
    }

    /** Neither hidden nor only for screen readers. */
    function isShown(element: Element): boolean {
      const { width, height } = element.getBoundingClientRect();
      if (width <= 1 || height <= 1 || element.closest('[inert], [aria-hidden="true"]'))
        return false;
      return element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    }
  });
}
