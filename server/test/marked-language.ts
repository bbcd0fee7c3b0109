import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { invisibleMarks, marked } from '@keydesk/shared/texts/testing/marked';
import { addLanguage } from '@keydesk/shared/texts/translator';
import compile from 'icu-minify/compile';
import type { CompiledMessage } from 'icu-minify/format';

const folder = join(import.meta.dirname, '../../shared/src/texts/en');

/** For Intl it is English. */
export const markedLanguage = 'en-x-marked';

/** Adds a language with each of our own words between these marks; returns what removes it. */
export function addMarkedLanguage(marks = invisibleMarks): () => void {
  const nouns = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => basename(name, '.json'));
  return addLanguage(markedLanguage, () =>
    Object.fromEntries(nouns.map((noun) => [noun, markedNoun(noun, marks)])),
  );
}

/** The texts of a noun, compiled, with marks. */
export function markedNoun(noun: string, marks = invisibleMarks): Record<string, CompiledMessage> {
  const english: Record<string, string> = JSON.parse(
    readFileSync(join(folder, `${noun}.json`), 'utf8'),
  );
  const compiled = Object.entries(english).map(([key, text]) => [key, compile(text)]);
  return marked(Object.fromEntries(compiled), marks);
}
