import { languages } from './languages/index.ts';
import { addLanguage } from './translator.ts';

/** Adds the texts of all languages; returns what undoes this. */
export async function addLanguages(): Promise<() => void> {
  const undo: (() => void)[] = [];
  for (const [code, load] of Object.entries(languages))
    undo.push(addLanguage(code, (await load()).nouns));
  return () => {
    for (const takeBack of undo) takeBack();
  };
}
