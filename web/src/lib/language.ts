import { languageParts } from '@keydesk/shared/texts/languages/parts';
import { addLanguage, directionOf, speak, spokenLanguage } from '@keydesk/shared/texts/translator';
import { createEmitter } from './store.ts';

/** The language that `public/early.js` chose for this page. */
const opened = globalThis.document?.documentElement.lang ?? 'en';

/** Speaks it, with the texts of the sign-in page. Without them the page is in English. */
export async function openLanguage(): Promise<void> {
  const texts = languageParts[opened];
  if (!texts) return;
  try {
    addLanguage(opened, (await texts.first()).nouns);
  } catch {
    document.documentElement.lang = 'en';
    return;
  }
  speak(opened);
  document.documentElement.dir = directionOf(opened);
  document.documentElement.dataset.script = new Intl.Locale(opened).maximize().script;
}

/** The texts of all other pages. */
export async function loadOtherTexts(): Promise<void> {
  const language = spokenLanguage();
  const texts = languageParts[language];
  if (!texts) return;
  const [first, others] = await Promise.all([texts.first(), texts.others()]);
  addLanguage(language, () => ({ ...first.nouns(), ...others.nouns() }));
}

declare global {
  /** Defined by `public/early.js`. */
  var languageFor: ((own: string | null) => string) | undefined;
}

/** Whether this page is in another language than that of a person. */
export function speaksOther(own: string | null): boolean {
  return globalThis.languageFor !== undefined && globalThis.languageFor(own) !== opened;
}

/** For this browser, until a person's own language is known. */
export function rememberLanguage(language: string): void {
  const yearInSeconds = 31_536_000;
  // biome-ignore lint/suspicious/noDocumentCookie: Firefox has no other way.
  document.cookie = `language=${language}; Path=/; Max-Age=${yearInSeconds}; SameSite=Lax`;
}

const reloads = createEmitter<[userId: string]>();

/** Runs before the page loads again in the language of this person. */
export const onReload = reloads.on;

/** Set while the page is about to end; a person may prefer to stay with what is unsaved. */
let isEnding = false;
const endsWithinMs = 10_000;

export async function reloadFor(userId: string): Promise<void> {
  // A second one could reach the page that follows.
  if (!isEnding) {
    isEnding = true;
    setTimeout(() => {
      isEnding = false;
    }, endsWithinMs);
    reloads.emit(userId);
    window.location.reload();
  }
  await unlessEnding();
}

/** Never resolves in a page that is about to end, in which nothing may go on. */
export function unlessEnding(): Promise<void> {
  return isEnding ? new Promise(() => undefined) : Promise.resolve();
}
