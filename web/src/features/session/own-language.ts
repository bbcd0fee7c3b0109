import type { User } from '@keydesk/shared/people/user';
import { api, call } from '../../lib/api.ts';
import { reloadFor, rememberLanguage } from '../../lib/language.ts';
import { beginSession, session } from '../../lib/session.ts';
import { chosenLanguage } from '../../lib/storage.ts';

/**
 * Loads the page again in another language, and keeps it with the person who is signed in. A desk's
 * computer has one of its own.
 */
export async function chooseLanguage(language: string): Promise<void> {
  const { user, desk } = session.get();
  if (!user) chosenLanguage.write(language);
  else if (!desk) beginSession(await saveLanguage(user, language));
  rememberLanguage(language);
  await reloadFor(user?.id ?? '');
}

/** Keeps the language that was chosen on the sign-in page with the person who has signed in. */
export async function keepChosenLanguage(user: User): Promise<User> {
  const language = chosenLanguage.read();
  chosenLanguage.clear();
  if (language === null || language === user.language) return user;
  // Whoever may not change their profile yet keeps it in this browser.
  return saveLanguage(user, language).catch(() => user);
}

async function saveLanguage({ name }: User, language: string): Promise<User> {
  return (await call(api.updateProfile, { body: { name, language } })).user;
}
