import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { addLanguages } from '../../shared/src/texts/add-languages.ts';
import { t } from '../../shared/src/texts/en/page.ts';
import { codes } from '../../shared/src/texts/languages/codes.ts';
import { directionOf } from '../../shared/src/texts/translator.ts';
import { oldestBrowsers } from './oldest-browsers.ts';

const texts = resolve(import.meta.dirname, '../../shared/src/texts');

/**
 * Tells `public/early.js` which languages there are, and the built files of each: those of the
 * sign-in page, and the others. The page itself says in each that a browser is too old.
 */
export function linkLanguages(): Plugin {
  let isProduct = false;
  return {
    name: 'keydesk:link-languages',
    configResolved({ root }) {
      // Test pages are built with the same configuration.
      isProduct = root === resolve(import.meta.dirname, '..');
    },
    transformIndexHtml: {
      order: 'post',
      async handler(page, { bundle }) {
        await addLanguages();
        const files = Object.values(bundle ?? {}).filter((file) => file.type === 'chunk');
        const builtOf = (part: string) =>
          files.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/languages/${part}.ts`));
        const others = codes.filter((code) => code !== 'en');
        const languages = others.map((language) => [
          language,
          [`${language}.first`, `${language}.others`].flatMap((part) => {
            const file = builtOf(part);
            return file ? [`/${file.fileName}`] : [];
          }),
        ]);
        return page
          .replace(
            'data-languages="{}"',
            `data-languages='${JSON.stringify(Object.fromEntries(languages))}'`,
          )
          .replace('<p data-too-old></p>', codes.map(tooOldText).join(''));
      },
    },
    writeBundle(_, bundle) {
      if (isProduct) expectFirstNouns(bundle);
    },
  };
}

/** Shown in the language that `public/early.js` found, else in English. */
function tooOldText(language: string): string {
  const [chrome = '', , firefox = '', safari = ''] = oldestBrowsers.map((name) =>
    name.replace(/^[a-z]+/, ''),
  );
  const text = t.in(language)('browser-too-old', { chrome, firefox, safari });
  const hidden = `:root:not([lang=${language}]) .first-paint [lang=${language}]{display:none}`;
  return `<style>${hidden}</style><p lang="${language}" dir="${directionOf(language)}">${text}</p>`;
}

/** They only say what failed, and come a moment later. */
const loadedWhenIdle = ['client-errors', 'page'];

/** The list must name what the first script shows: each noun there adds to every sign-in. */
function expectFirstNouns(bundle: Rolldown.OutputBundle): void {
  const listed: string[] = JSON.parse(readFileSync(resolve(texts, 'first-nouns.json'), 'utf8'));
  for (const chunk of Object.values(bundle)) {
    if (chunk.type !== 'chunk' || chunk.name !== 'main') continue;
    const shown = Object.entries(chunk.modules)
      .filter(([, { renderedLength }]) => renderedLength > 0)
      .flatMap(([id]) => /\/texts\/en\/([\w-]+)\.ts$/.exec(id)?.[1] ?? [])
      .sort();
    const first = shown.filter((noun) => !loadedWhenIdle.includes(noun));
    if (first.join() !== listed.join())
      throw new Error(`shared/src/texts/first-nouns.json must be ${JSON.stringify(first)}`);
  }
}
