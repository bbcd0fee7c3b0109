import { addLanguages } from '@keydesk/shared/texts/add-languages';
import { expect, type Page } from '@playwright/test';
import { forgetAccess } from '../server/test/access.ts';
import { endRules } from '../server/test/due-rules.ts';
import { routeRules } from '../web/src/app/guards.ts';
import { access } from './accessibility/access.ts';
import { admin } from './accessibility/admin.ts';
import { faultsOf } from './accessibility/axe.ts';
import { desk } from './accessibility/desk.ts';
import { faculty } from './accessibility/faculty.ts';
import { inLanguage } from './accessibility/in-language.ts';
import { outsiders } from './accessibility/outsiders.ts';
import { expectNoOverflow, expectToFit } from './accessibility/overflows.ts';
import { goTo, type Screen, visit as visitAnew } from './accessibility/screen.ts';
import { markWords } from './accessibility/words.ts';
import { openAlways } from './due/opening.ts';
import { buildMarkedWeb } from './harness/marked-web.ts';
import { blank, scrollBars, test } from './harness/test.ts';

test.use(scrollBars);

const sizes = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 800 },
};

async function expectNoFaults(page: Page, screen: Screen): Promise<void> {
  await page.setViewportSize(sizes[screen.only ?? 'desktop']);
  await hideNarrowScrollBars(page);
  // An open menu is outside all landmarks.
  expect.soft(await faultsOf(page, { exempt: ['region'] }), screen.name).toEqual([]);
  await expectLayout(page, screen);
}

async function expectLayout(page: Page, { name, only }: Screen): Promise<void> {
  await page.setViewportSize(sizes[only ?? 'desktop']);
  if (only !== 'phone') await expectNoOverflow(page, `${name}, desktop`);
  if (only !== 'desktop') await expectToFit(page, name);
}

/** Urdu runs from right to left, and Telugu has long words and high letters. */
const otherLanguages = ['ur', 'te'];

/** On a phone, and in a zoomed-in window, scroll bars take almost no space. */
function hideNarrowScrollBars(page: Page): Promise<void> {
  return page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('@media (width < 1000px) { * { scrollbar-width: none } }');
    document.adoptedStyleSheets = [sheet];
  });
}

const walks = [...outsiders, ...faculty, ...access, ...desk, ...admin];

/** Addresses that only redirect. */
const indexes = [
  '/dashboard',
  '/dashboard/security',
  '/dashboard/faculty',
  '/dashboard/admin/campus',
];

test.describe.configure({ mode: 'parallel' });

let markedWeb: Map<string, string>;
test.beforeAll(async () => {
  await addLanguages();
  markedWeb = await buildMarkedWeb();
});

// Other tests start without closed days, rules, requests, grants and desks.
test.afterEach(async ({ campus }) => {
  await openAlways(campus);
  await endRules(campus.db);
  await forgetAccess(campus.db);
  await campus.db.query('UPDATE desks SET retired_at = now() WHERE retired_at IS NULL');
});

test('every page of the dashboard is checked', () => {
  const seen = walks.flatMap(({ screens }) => screens.map(({ path }) => path.split('?')[0] ?? ''));
  const pages = routeRules.map(({ path }) => path).filter((path) => !indexes.includes(path));
  const isSeen = (page: string) => {
    const address = new RegExp(`^${page.replace('$id', '[^/]+')}$`);
    return seen.some((path) => path === page || address.test(path));
  };
  expect(pages.filter((page) => !isSeen(page))).toEqual([]);
});

for (const { who, arrives, signedOut, screens } of walks) {
  test(`what ${who} sees is in the catalogue and usable by everyone, on any screen, with text at 200 % and in other languages`, async ({
    campus,
    visit,
  }) => {
    test.setTimeout(480_000);
    const visitor = await arrives(campus);
    const page = await visit(signedOut ? null : visitor, blank);
    page.setDefaultTimeout(30_000);
    const words = await markWords(page, markedWeb);
    // Unsaved settings ask before they are left.
    page.on('dialog', (asked) => asked.accept());
    for (const [index, screen] of screens.entries())
      await test.step(screen.name, async () => {
        await page.setViewportSize(sizes[screen.only ?? 'desktop']);
        await (signedOut ? visitAnew : goTo)(page, screen.path);
        await screen.reach(page, campus, visitor);
        await words.expectAll(screen);
        await expectNoFaults(page, screen);
        // Their markup is the same. They take turns, because a walk in each would take twice as long.
        const language = otherLanguages[index % otherLanguages.length] ?? 'ur';
        await inLanguage(page, language, () =>
          expectLayout(page, { ...screen, name: `${screen.name} (${language})` }),
        );
      });
  });
}
