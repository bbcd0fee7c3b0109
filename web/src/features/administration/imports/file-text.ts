import { CsvError, type CsvRecord, csvRecords, isBlank } from '@keydesk/shared/core/csv';
import { t } from '@keydesk/shared/texts/en/imports';

/** For files that do not declare their encoding; of equally likely ones the first is offered. */
export const fileEncodings = {
  'windows-1252': 'western-european',
  'windows-1254': 'turkish',
  'windows-1250': 'central-european',
  // Before Cyrillic, which reads all its letters as small ones.
  'windows-1255': 'hebrew',
  'windows-1251': 'cyrillic',
  'windows-1253': 'greek',
  // After Cyrillic and Greek, whose capitals it reads as letters of its own.
  'windows-1256': 'arabic',
  macintosh: 'mac-roman',
} as const;
export type FileEncoding = keyof typeof fileEncodings;

/** One way to read a file: in an encoding, or as one sheet of a workbook. */
export type Reading = { text: string } & (
  | { kind: 'encoding'; name: FileEncoding }
  | { kind: 'sheet'; name: string }
);

/** `choices` are the possible readings, likeliest first, if the bytes do not determine it. */
export type DecodedFile = { text: string; choices: readonly Reading[] };

/** Reads CSV or a workbook, whatever its name says. @throws Error with a message to show */
export async function readFileText(bytes: Uint8Array): Promise<DecodedFile> {
  if (startsWith(bytes, '\xd0\xcf\x11\xe0')) throw new Error(t('is-an-old-workbook'));
  if (!startsWith(bytes, 'PK\x03\x04')) return decodeFile(bytes);
  const { readWorkbook } = await import('./workbook.ts');
  return readWorkbook(bytes);
}

/**
 * Decodes a text file: Unicode with or without a byte order mark, else the encoding that gives the
 * most ordinary words.
 */
export function decodeFile(bytes: Uint8Array): DecodedFile {
  const unicode = decodeUnicode(bytes);
  if (unicode !== null) return { text: unicode, choices: [] };
  const guesses = (Object.keys(fileEncodings) as FileEncoding[]).map((name) => {
    const text = decodeAs(bytes, name);
    return { kind: 'encoding' as const, name, text, oddity: oddityOf(text, name) };
  });
  const choices = guesses.toSorted((one, other) => one.oddity - other.oddity);
  return { text: choices[0]?.text ?? '', choices };
}

export function readingLabel(reading: Reading): string {
  return reading.kind === 'sheet' ? reading.name : t(fileEncodings[reading.name]);
}

/** Without blank lines; as many as can be read. */
export function firstRecords(text: string, most: number): CsvRecord[] {
  const records: CsvRecord[] = [];
  try {
    for (const record of csvRecords(text)) {
      if (!isBlank(record)) records.push(record);
      if (records.length >= most) break;
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
  }
  return records;
}

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

/** UTF-16 has a byte order mark, or zero bytes beside the separators and digits. */
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

/** Letters common in the languages of each encoding. Other alphabets have no such list. */
const usualLetters: Readonly<Record<FileEncoding, string>> = {
  'windows-1252': 'äöüßéèêëàâáãçíîñóôúûåæø',
  'windows-1254': 'çğıİöşüâîû',
  'windows-1250': 'ąćęłńóśźżáčďéěíňřšťúůýžäöüßőűăâîşţđ',
  'windows-1255': '',
  'windows-1251': '',
  'windows-1253': '',
  'windows-1256': '',
  macintosh: 'äöüßéèêëàâáãçíîñóôúûåæø',
};

/** What words of these alphabets hardly ever have. */
const oddInAlphabets: readonly { letters: RegExp; odd: RegExp }[] = [
  { letters: /\p{Script=Cyrillic}/u, odd: /[A-Za-z]|\p{Ll}(?=\p{Lu})/gu },
  // It has a final sigma, and hardly ever ΐ and ΰ, where Cyrillic has its most common letter.
  {
    letters: /\p{Script=Greek}/u,
    odd: /[A-Za-z\p{C}\ufffdΐΰ]|\p{Ll}(?=\p{Lu})|ς(?=\p{L})|σ(?!\p{L})/gu,
  },
  // Lists have no vowel points, and five letters have another form at the end.
  {
    letters: /\p{Script=Hebrew}/u,
    odd: /(?!\p{Script=Hebrew})\p{L}|[\p{M}\p{C}\ufffd]|[ךםןףץ](?=\p{L})/gu,
  },
  // Two letters are only at the end.
  {
    letters: /\p{Script=Arabic}/u,
    odd: /(?!\p{scx=Arabic})\p{L}|[\p{C}\ufffd×÷]|[ةى](?=\p{L})/gu,
  },
];

/** Counts improbable words if the text is read in this encoding. */
function oddityOf(text: string, encoding: FileEncoding): number {
  const words = text.slice(0, 100_000).match(/[^\s;,"'()]*[^\0-\x7f][^\s;,"'()]*/g) ?? [];
  return words.reduce((sum, word) => sum + oddityOfWord(word, encoding), 0);
}

function oddityOfWord(word: string, encoding: FileEncoding): number {
  const usual = usualLetters[encoding];
  const isUsual = (letter: string) =>
    usual.includes(letter) || usual.includes(letter.toLowerCase());
  const alphabet = oddInAlphabets.find(({ letters }) => letters.test(word));
  if (alphabet) return 4 * (word.match(alphabet.odd)?.length ?? 0);
  let oddity = 0;
  for (const letter of withoutUsual(word).match(/[^\0-\x7f]/g) ?? []) {
    if (/\p{C}|\ufffd/u.test(letter)) oddity += 8;
    else if (!/\p{L}/u.test(letter)) oddity += /^[–—’‘“”„…·°§€]$/.test(letter) ? 1 : 4;
    else if (!isUsual(letter)) oddity += 2;
  }
  // A capital after a small letter, or three non-ASCII letters in a row, suggests another encoding.
  if (/\p{Ll}\p{Lu}/u.test(word)) oddity += 4;
  if (/[^\0-\x7f]{3}/.test(word)) oddity += 6;
  // So does a letter after a digit, unless it makes an ordinal of it.
  if (/\d(?![ºª])[^\0-\x7f]/.test(word)) oddity += 2;
  // So does a small letter between capitals.
  if (/\p{Lu}\p{Ll}\p{Lu}/u.test(word)) oddity += 2;
  return oddity;
}

/**
 * Leaves out what is usual only in its place, where other encodings have other letters: õ before e,
 * œ before u, ì, ò and ù at the end, and 'º' of '1º', 'Nº' or 'Sr.ª'.
 */
function withoutUsual(word: string): string {
  return word.replace(/õ(?=e)|œ(?=u)|[ìòù]$/gi, '').replace(/(?<=\d|\.|^\p{L})[ºª](?!\p{L})/gu, '');
}
