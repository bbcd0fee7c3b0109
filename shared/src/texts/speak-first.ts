import { languages } from './languages/index.ts';
import { addLanguage, speak } from './translator.ts';

/** Uses the first of these languages that has texts, else English. */
export async function speakFirst(wanted: readonly string[]): Promise<string> {
  for (const language of wanted.map((tag) => tag.split('-')[0] ?? '')) {
    if (language === 'en') break;
    const load = languages[language];
    if (!load) continue;
    addLanguage(language, (await load()).nouns);
    speak(language);
    return language;
  }
  return 'en';
}
