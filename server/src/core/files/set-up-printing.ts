import { languages } from '@keydesk/shared/texts/languages/index';
import { addLanguage, speak } from '@keydesk/shared/texts/translator';
import { setExtraFonts } from './fonts.ts';

/** What a file needs beside its content. */
export type PrintSettings = { extraFonts: readonly string[]; language: string };

/** A thread prints one file at a time, each in the language of its reader. */
export async function setUpPrinting({ extraFonts, language }: PrintSettings): Promise<void> {
  setExtraFonts(extraFonts);
  const load = languages[language];
  if (load) addLanguage(language, (await load()).nouns);
  speak(language);
}
