import { invisibleMarks } from '@keydesk/shared/texts/testing/marked';
import { directionOf, translator } from '@keydesk/shared/texts/translator';
import type { Page } from '@playwright/test';
import { markedNoun } from '../../server/test/marked-language.ts';
import { type Said, tagMark } from '../harness/noted.ts';
import { shownTexts } from './words.ts';

/**
 * Checks this page of the marked language in another, whose texts must have been added: what it shows
 * gets its texts, letters and direction where it stands, but for dates and what the server says.
 */
export async function inLanguage(
  page: Page,
  language: string,
  check: () => Promise<void>,
): Promise<void> {
  const texts = learn(language, await page.evaluate(() => [...(globalThis.said ?? [])]));
  const shown = await page.evaluate(shownTexts);
  const pairs = shown.map((text): [string, string] => [text, translated(text, texts)]);
  await page.evaluate(showTexts, {
    texts: pairs.filter(([text, own]) => own !== text),
    lang: language,
    dir: directionOf(language),
    script: new Intl.Locale(language).maximize().script ?? '',
  });
  await check();
  await page.evaluate(() => globalThis.showEnglish?.());
}

/** By language: what pages have said, which has marks, and the same in that language. */
const known = new Map<string, Map<string, string>>();

function learn(language: string, said: readonly string[]): ReadonlyMap<string, string> {
  const texts = known.get(language) ?? new Map<string, string>();
  known.set(language, texts);
  for (const one of said) {
    const { noun, key, params = {} }: Said = JSON.parse(one);
    const english = leavesOf(translatorOf(noun).in('en').rich(key, filled(params)));
    const own = leavesOf(translatorOf(noun).in(language).rich(key, filled(params, texts)));
    for (const [place, text] of english) {
      if (!hasMarks(text)) continue;
      const translation = own.get(place) ?? text;
      texts.set(text, translation);
      // Rows of short texts show the parts.
      const parts = translation.split(' · ');
      for (const [at, part] of text.split(' · ').entries())
        if (hasMarks(part)) texts.set(part, parts[at] ?? part);
    }
  }
  return texts;
}

/** A text may be made of several. */
function translated(text: string, texts: ReadonlyMap<string, string>): string {
  const whole = texts.get(text);
  if (whole !== undefined || !hasMarks(text)) return whole ?? text;
  return [...texts]
    .filter(([shown]) => text.includes(shown))
    .sort(([one], [other]) => other.length - one.length)
    .reduce((all, [shown, own]) => all.replaceAll(shown, () => own), text);
}

function hasMarks(text: string): boolean {
  return text.includes(invisibleMarks.open) || text.includes(invisibleMarks.close);
}

type Tag = { tag: string; parts: readonly Part[] };
type Part = string | Tag;
type Say = { in(language: string): { rich(key: string, params: object): readonly Part[] } };

const translators = new Map<string, Say>();

function translatorOf(noun: string): Say {
  const made = translators.get(noun) ?? (translator(noun, markedNoun(noun)) as unknown as Say);
  translators.set(noun, made);
  return made;
}

/** What fills in a text; with `texts` in their language. */
function filled(params: Record<string, unknown>, texts?: ReadonlyMap<string, string>): object {
  const values = Object.entries(params).map(([name, value]) => {
    if (value === tagMark) return [name, (parts: readonly Part[]): Tag => ({ tag: name, parts })];
    return [name, texts && typeof value === 'string' ? translated(value, texts) : value];
  });
  return Object.fromEntries(values);
}

/** The strings of a text by their place: which tag they are in, and how many precede them there. */
function leavesOf(parts: readonly Part[], tag = ''): Map<string, string> {
  const strings = parts.filter((part) => typeof part === 'string');
  const tags = parts.filter((part) => typeof part !== 'string');
  return new Map([
    ...strings.map((text, at): [string, string] => [`${tag} ${at}`, text]),
    ...tags.flatMap((inside) => [...leavesOf(inside.parts, inside.tag)]),
  ]);
}

declare global {
  /** Takes back what `showTexts` has changed. */
  var showEnglish: (() => void) | undefined;
}

type Shown = { texts: [text: string, own: string][]; lang: string; dir: string; script: string };

/** Runs in the page, which may go on to change what it shows. */
async function showTexts({ texts, lang, dir, script }: Shown): Promise<void> {
  const own = new Map(texts);
  const takeBack: (() => void)[] = [];
  const html = document.documentElement;
  for (const [name, value] of Object.entries({ lang, dir, 'data-script': script }))
    setAttribute(html, name, value);
  for (const element of document.querySelectorAll('body *'))
    for (const { name, value } of [...element.attributes])
      if (own.has(value)) setAttribute(element, name, own.get(value) ?? value);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) setText(node);
  globalThis.showEnglish = () => {
    for (const change of takeBack) change();
  };
  // Letters begin to load when the page is laid out.
  html.getBoundingClientRect();
  await document.fonts.ready;

  function setAttribute(element: Element, name: string, value: string): void {
    const before = element.getAttribute(name);
    element.setAttribute(name, value);
    takeBack.push(() => {
      if (before !== null) element.setAttribute(name, before);
      else element.removeAttribute(name);
    });
  }

  function setText(node: Node): void {
    const before = node.nodeValue;
    const after = own.get(before ?? '') ?? before;
    if (after === before) return;
    node.nodeValue = after;
    takeBack.push(() => {
      if (node.nodeValue === after) node.nodeValue = before;
    });
  }
}
