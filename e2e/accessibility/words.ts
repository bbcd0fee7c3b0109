import { expect, type Page } from '@playwright/test';
import { listLanguages } from '../../shared/src/texts/known-languages.ts';
import { namesAndTimes, unmarked } from '../../shared/src/texts/testing/marked.ts';
import type { Screen } from './screen.ts';

const separators = /[·,;:()[\]–—/|→←“”"'’<>=+&]|\s-\s|\s{2,}/;

type Words = {
  /** Expects every word on the page to be of the catalogue, or to have come from the server. */
  expectAll: (screen: Screen) => Promise<void>;
};

/** Serves the application in the marked language to this page, which has not opened it yet. */
export async function markWords(page: Page, web: Map<string, string>): Promise<Words> {
  const heard = hearServer(page);
  await page.route('**/*', (route, request) => {
    const { pathname } = new URL(request.url());
    const isPage = request.isNavigationRequest() && !/^\/(api|local-identity)\//.test(pathname);
    const body = isPage ? web.get('/') : web.get(pathname);
    if (body === undefined || !(isPage || /\.(js|css)$/.test(pathname))) return route.fallback();
    const type = isPage ? 'html' : pathname.endsWith('.css') ? 'css' : 'javascript';
    return route.fulfill({ body, contentType: `text/${type}; charset=utf-8` });
  });
  return {
    async expectAll({ name, brings = '' }) {
      const shown = await page.evaluate(shownTexts);
      const languages = listLanguages().map(({ name }) => name);
      const answers = [await heard(), brings, ...languages].join('\n');
      // The audit log names recorded fields: 'Key name' for `keyName`, 'kind closed' in a list.
      const fields = answers.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/":"?/g, ' ');
      const known = `${answers}\n${fields}`.toLowerCase();
      const isKnown = (text: string) => known.includes(text.toLowerCase().replace(/\s+/g, ' '));
      // Joined first: a text that is cut into several elements has its marks in two of them.
      const others = unmarked(shown.join('\n'))
        .split('\n')
        .filter((text) => !isKnown(text.trim()))
        .flatMap((text) => text.split(separators))
        .filter((text) => !isKnown(text.trim()))
        .map((text) =>
          text
            .replace(namesAndTimes, '')
            .replace(/[.?!…]$/, '')
            .trim(),
        )
        .filter((text) => /\p{L}{3}/u.test(text) && !isKnown(text));
      expect.soft([...new Set(others)], `words of ${name} outside the catalogue`).toEqual([]);
    },
  };
}

/** What the server says to this page from now on as one text. */
function hearServer(page: Page): () => Promise<string> {
  const heard: Promise<string>[] = [];
  page.on('response', (response) => {
    // Live events of a page without a WebSocket come as plain text.
    if (/json|text\/plain/.test(response.headers()['content-type'] ?? ''))
      heard.push(response.text().catch(() => ''));
  });
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => heard.push(Promise.resolve(String(payload)))),
  );
  return async () => (await Promise.all(heard)).join('\n').replace(/\\"/g, '"');
}

/** Runs in the page: its texts, and those of attributes that people hear or see. */
export function shownTexts(): string[] {
  const spoken = [
    'aria-label',
    'aria-description',
    'aria-valuetext',
    'title',
    'placeholder',
    'alt',
  ];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: string[] = [document.title];
  while (walker.nextNode()) {
    const inside = walker.currentNode.parentElement;
    if (!inside?.closest('script, style, noscript')) texts.push(walker.currentNode.nodeValue ?? '');
  }
  for (const element of document.querySelectorAll('*'))
    for (const name of spoken) texts.push(element.getAttribute(name) ?? '');
  return texts.filter((text) => text.trim() !== '');
}
