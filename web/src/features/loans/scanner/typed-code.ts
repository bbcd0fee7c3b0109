import { looksLikeCardNumber } from '@keydesk/shared/people/search';
import { kindOf } from './code-watcher.ts';

/** One key of a burst: what it typed here, and what it types on a US keyboard. */
export type TypedKey = { typed: string; us: string };

/** Null for keys without a character and for shortcuts. */
export function typedKeyOf(event: KeyboardEvent): TypedKey | null {
  const { key, code, repeat, shiftKey, metaKey, ctrlKey, altKey } = event;
  // AltGr, which many layouts need for brackets, arrives as Control and Alt together.
  const isShortcut = metaKey || (ctrlKey && !altKey);
  const place = usCodes.indexOf(code);
  const typed = [...key].length === 1 ? key : '';
  // A dead key types nothing yet, and the next key may arrive as any character.
  if (repeat || isShortcut || (typed === '' && place < 0)) return null;
  const us = (shiftKey ? usLayout.shifted : usLayout.plain)[place];
  return { typed, us: us ?? typed };
}

/**
 * The text that a scanner meant. Most scanners assume a US keyboard, whatever layout the computer
 * has, and Caps Lock inverts their letters. Prefers a reading that is one of our codes, then one
 * that is a card number, else the typed text. Strips a scanner's prefix.
 */
export function readTyped(keys: readonly TypedKey[]): string {
  const typed = keys.map((key) => key.typed).join('');
  const us = keys.map((key) => key.us).join('');
  const readings = [typed, us, ...otherLayouts.map((layout) => asOnUs(typed, layout))];
  const all = [...readings, ...readings.map(withCapsTurned)];
  const ours = all.map(withoutPrefix).find((text) => kindOf(text) !== 'foreign');
  return ours ?? [typed, us].find(looksLikeCardNumber) ?? typed;
}

/** Strips a scanner's prefix: an AIM identifier, such as ']Q1' for a QR code, or '~'. */
function withoutPrefix(text: string): string {
  return text.replace(/^~*(\][a-z][0-9a-z])?~*/i, '');
}

type Layout = { plain: string; shifted: string };

const usCodes = [
  'Backquote',
  ...[...'1234567890'].map((digit) => `Digit${digit}`),
  ...['Minus', 'Equal'],
  ...[...'QWERTYUIOP'].map((letter) => `Key${letter}`),
  ...['BracketLeft', 'BracketRight', 'Backslash'],
  ...[...'ASDFGHJKL'].map((letter) => `Key${letter}`),
  ...['Semicolon', 'Quote'],
  ...[...'ZXCVBNM'].map((letter) => `Key${letter}`),
  ...['Comma', 'Period', 'Slash'],
];

const usLayout: Layout = {
  plain: "`1234567890-=qwertyuiop[]\\asdfghjkl;'zxcvbnm,./",
  shifted: '~!@#$%^&*()_+QWERTYUIOP{}|ASDFGHJKL:"ZXCVBNM<>?',
};

/** UK, German and French keyboards, for browsers that do not report physical keys. */
const otherLayouts: readonly Layout[] = [
  {
    plain: "`1234567890-=qwertyuiop[]#asdfghjkl;'zxcvbnm,./",
    shifted: '¬!"£$%^&*()_+QWERTYUIOP{}~ASDFGHJKL:@ZXCVBNM<>?',
  },
  {
    plain: '^1234567890ß´qwertzuiopü+#asdfghjklöäyxcvbnm,.-',
    shifted: '°!"§$%&/()=?`QWERTZUIOPÜ*\'ASDFGHJKLÖÄYXCVBNM;:_',
  },
  {
    plain: '²&é"\'(-è_çà)=azertyuiop^$*qsdfghjklmùwxcvbn,;:!',
    shifted: '~1234567890°+AZERTYUIOP¨£µQSDFGHJKLM%WXCVBN?./§',
  },
];

function asOnUs(text: string, { plain, shifted }: Layout): string {
  return Array.from(text, (character) => {
    const place = plain.indexOf(character);
    return usLayout.plain[place] ?? usLayout.shifted[shifted.indexOf(character)] ?? character;
  }).join('');
}

function withCapsTurned(text: string): string {
  return Array.from(text, (character) => {
    const upper = character.toUpperCase();
    return character === upper ? character.toLowerCase() : upper;
  }).join('');
}
