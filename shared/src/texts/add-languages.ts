import { languages } from './languages/index.ts';
import { addLanguage } from './translator.ts';

/** Adds the texts of all languages. */
export async function addLanguages(): Promise<void> {
  for (const [code, load] of Object.entries(languages)) addLanguage(code, (await load()).nouns);
}
