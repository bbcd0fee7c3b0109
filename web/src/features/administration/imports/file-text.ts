import { t } from '@keydesk/shared/texts/en/imports';

/** The encodings of files that name none, as people choose them. */
export const fileEncodings = {
  'windows-1252': 'western-european',
  'windows-1250': 'central-european',
  'windows-1251': 'cyrillic',
  macintosh: 'mac-roman',
} as const;
export type FileEncoding = keyof typeof fileEncodings;

/** The text of a file; where its bytes do not tell it, in each encoding, the likeliest first. */
export type DecodedFile = { text: string; choices: readonly FileEncoding[] };

/**
 * Reads the bytes of a text file: Unicode where it is, with or without a byte order mark, else in
 * the encoding that makes the most ordinary words of it.
 * @throws Error with a message to show for what is no text file
 */
export function decodeFile(bytes: Uint8Array): DecodedFile {
  if (startsWith(bytes, 'PK\x03\x04')) throw new Error(t('is-a-workbook'));
  const unicode = decodeUnicode(bytes);
  if (unicode !== null) return { text: unicode, choices: [] };
  const guesses = (Object.keys(fileEncodings) as FileEncoding[]).map((encoding) => {
    const text = decodeAs(bytes, encoding);
    return { encoding, text, oddity: oddityOf(text, encoding) };
  });
  const [best, ...others] = guesses.toSorted((one, other) => one.oddity - other.oddity);
  if (!best) throw new Error('No encoding is known');
  return { text: best.text, choices: [best, ...others].map(({ encoding }) => encoding) };
}

/** Reads the bytes of a file in the encoding that somebody chose. */
export function decodeAs(bytes: Uint8Array, encoding: FileEncoding): string {
  return new TextDecoder(encoding).decode(bytes);
}

function startsWith(bytes: Uint8Array, letters: string): boolean {
  return Array.from(letters).every((letter, at) => bytes[at] === letter.charCodeAt(0));
}

function decodeUnicode(bytes: Uint8Array): string | null {
  const wide = wideEncodingOf(bytes);
  if (wide) return new TextDecoder(wide).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** UTF-16 begins with a mark, or has zeros beside the separators and digits. */
function wideEncodingOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const beginning = bytes.subarray(0, 2_000);
  const zeros = [0, 0];
  beginning.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  const enough = beginning.length / 8;
  if (odd > enough && even < odd / 4) return 'utf-16le';
  if (even > enough && odd < even / 4) return 'utf-16be';
  return null;
}

/** Letters that are usual in the languages of an encoding; Cyrillic ones are all usual. */
const usualLetters: Readonly<Record<FileEncoding, string>> = {
  'windows-1252': 'äöüßéèêàâáãçíîñóôúûåæø',
  'windows-1250': 'ąćęłńóśźżáčďéěíňřšťúůýžäöüßőűăâîşţđ',
  'windows-1251': '',
  macintosh: 'äöüßéèêàâáãçíîñóôúûåæø',
};

/** How many words there are that nobody writes so, if a text is read in this encoding. */
function oddityOf(text: string, encoding: FileEncoding): number {
  const words = text.slice(0, 100_000).match(/[^\s;,"'()]*[^\0-\x7f][^\s;,"'()]*/g) ?? [];
  return words.reduce((sum, word) => sum + oddityOfWord(word, encoding), 0);
}

function oddityOfWord(word: string, encoding: FileEncoding): number {
  const isCyrillic = /\p{Script=Cyrillic}/u.test(word);
  if (isCyrillic) return /[A-Za-z]/.test(word) || /\p{Ll}\p{Lu}/u.test(word) ? 4 : 0;
  let oddity = 0;
  // Portuguese has this letter before an e, where Hungarian hardly has its own.
  for (const letter of word.replace(/õ(?=e)/gi, 'o').match(/[^\0-\x7f]/g) ?? []) {
    if (/\p{C}|\ufffd/u.test(letter)) oddity += 8;
    else if (!/\p{L}/u.test(letter)) oddity += /^[–—’‘“”„…·°§€]$/.test(letter) ? 1 : 4;
    else if (!usualLetters[encoding].includes(letter.toLowerCase())) oddity += 2;
  }
  // A small letter before a capital one, or three strange letters in a row, is another encoding.
  if (/\p{Ll}\p{Lu}/u.test(word)) oddity += 4;
  if (/[^\0-\x7f]{3}/.test(word)) oddity += 6;
  // Between capital letters a small one is as strange.
  if (/\p{Lu}\p{Ll}\p{Lu}/u.test(word)) oddity += 2;
  return oddity;
}
