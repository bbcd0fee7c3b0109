import { secretAlphabet } from '../loans/qr-parse.ts';

/** Twelve characters of 5 bits: far too many to guess within the minutes that a code lives. */
export const enrolmentCodeLength = 12;

/** Three groups of four. */
export function formatEnrolmentCode(characters: string): string {
  return (characters.match(/.{1,4}/g) ?? []).join('-');
}

/** Null for what cannot be a code. O counts as 0, I and L as 1. */
export function parseEnrolmentCode(typed: string): string | null {
  const characters = typed
    .toUpperCase()
    .replaceAll(/[\s-]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  const isCode =
    characters.length === enrolmentCodeLength &&
    [...characters].every((character) => secretAlphabet.includes(character));
  return isCode ? characters : null;
}
