import { languageParts } from '@keydesk/shared/texts/languages/parts';
import { addLanguage, speak } from '@keydesk/shared/texts/translator';

const root = document.documentElement;

/**
 * Speaks the language that `public/early.js` chose, with the texts of the sign-in page. Without them
 * the page is in English.
 */
export async function openLanguage(): Promise<void> {
  const language = root.lang;
  const texts = languageParts[language];
  if (!texts) return;
  try {
    addLanguage(language, (await texts.first()).nouns);
  } catch {
    root.lang = 'en';
    return;
  }
  speak(language);
  root.dir = directionOf(language);
  root.dataset.script = scriptOf(language);
}

/** The texts of all other pages. */
export async function loadOtherTexts(): Promise<void> {
  const texts = languageParts[root.lang];
  if (!texts) return;
  const [first, others] = await Promise.all([texts.first(), texts.others()]);
  addLanguage(root.lang, { ...first.nouns, ...others.nouns });
}

function scriptOf(language: string): string {
  return new Intl.Locale(language).maximize().script ?? '';
}

function directionOf(language: string): 'ltr' | 'rtl' {
  return rightToLeft.includes(scriptOf(language)) ? 'rtl' : 'ltr';
}

const rightToLeft = ['Arab', 'Hebr', 'Syrc', 'Thaa', 'Nkoo', 'Adlm', 'Rohg'];
