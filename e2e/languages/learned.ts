import { languages } from '@keydesk/shared/texts/languages/index';
import { addLanguage } from '@keydesk/shared/texts/translator';

/** For `t.in`, which says what a page in another language says. */
export async function learnLanguages(): Promise<void> {
  for (const [code, load] of Object.entries(languages)) addLanguage(code, (await load()).nouns);
}
