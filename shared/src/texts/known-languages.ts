import { codes } from './languages/codes.ts';
import { addedLanguages, directionOf } from './translator.ts';

export type Language = { code: string; name: string; direction: 'ltr' | 'rtl' };

/** Each language that has texts, called what it calls itself; English first. */
export function listLanguages(): Language[] {
  return known().map((code) => ({ code, name: ownName(code), direction: directionOf(code) }));
}

export function hasLanguage(code: string): boolean {
  return known().includes(code);
}

/** The first of these tags whose language has texts, else null. */
export function firstKnown(wanted: readonly string[]): string | null {
  const tags = wanted.flatMap((tag) => [tag, tag.split('-')[0] ?? '']);
  return tags.find(hasLanguage) ?? null;
}

/** What something is called in each language, English first. */
export function inEachLanguage<T>(say: (language: string) => T): T[] {
  return known().map(say);
}

function known(): string[] {
  return [...new Set([...codes, ...addedLanguages()])];
}

function ownName(code: string): string {
  const name = new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
}
