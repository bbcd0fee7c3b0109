import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { admin } from './accessibility/admin.ts';
import { desk } from './accessibility/desk.ts';
import { faculty } from './accessibility/faculty.ts';
import { outsiders } from './accessibility/outsiders.ts';
import type { Screen } from './accessibility/screen.ts';
import { test } from './campus/test.ts';

const sizes = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 800 },
};

const faultsOf = async (axe: AxeBuilder) => {
  // Nothing is framed, so there is no need of a second page to gather the results.
  const { violations } = await axe.setLegacyMode(true).analyze();
  return violations.map(({ id, impact, nodes }) => ({
    fault: `${id} (${impact})`,
    at: nodes.map(({ html }) => html.slice(0, 200)),
  }));
};

const violations = { resultTypes: ['violations' as const] };

const expectNoFaults = async (page: Page, { name, only }: Screen): Promise<void> => {
  for (const [device, size] of Object.entries(sizes)) {
    if (only && only !== device) continue;
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: 'light' });
    const all = new AxeBuilder({ page }).options(violations);
    expect.soft(await faultsOf(all), `${name}, ${device}, light`).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    // Of all rules this alone looks at colours.
    const colours = new AxeBuilder({ page }).options(violations).withRules('color-contrast');
    expect.soft(await faultsOf(colours), `${name}, ${device}, dark`).toEqual([]);
  }
};

test.describe.configure({ mode: 'parallel' });

for (const { who, arrives, signedOut, screens } of [...outsiders, ...faculty, ...desk, ...admin]) {
  test(`what ${who} sees can be used by everybody, in either colour scheme, on phones and desktops`, async ({
    campus,
    visit,
  }) => {
    test.slow();
    const visitor = await arrives(campus);
    const page = await visit(signedOut ? null : visitor, screens[0]?.path ?? '/');
    for (const screen of screens)
      await test.step(screen.name, async () => {
        if (screen !== screens[0]) {
          await page.setViewportSize(screen.only ? sizes[screen.only] : sizes.desktop);
          await page.goto(screen.path);
        }
        await screen.reach(page, campus, visitor);
        await expectNoFaults(page, screen);
      });
  });
}
