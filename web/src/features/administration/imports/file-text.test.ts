import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeAs, decodeFile, type FileEncoding, fileEncodings } from './file-text.ts';

/** The bytes of a text in an encoding, from what the decoder reads of each byte. */
function encode(text: string, encoding: FileEncoding): Uint8Array {
  const byLetter = new Map(
    Array.from({ length: 256 }, (_, byte) => [decodeAs(Uint8Array.of(byte), encoding), byte]),
  );
  return Uint8Array.from(Array.from(text), (letter) => {
    const byte = byLetter.get(letter);
    if (byte === undefined) throw new Error(`${encoding} has no ${letter}`);
    return byte;
  });
}

function wide(text: string, order: 'le' | 'be', mark: boolean): Uint8Array {
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  const bytes = (mark ? [0xfeff, ...units] : units).flatMap((unit) => [unit & 0xff, unit >> 8]);
  return Uint8Array.from(order === 'le' ? bytes : bytes.map((_, at) => bytes[at ^ 1] ?? 0));
}

const files: readonly [FileEncoding, string, string][] = [
  ['windows-1250', 'Polish', 'Name;Email;Department\nŁukasz Wiśniewski;l.w@campus.test;CSE'],
  ['windows-1250', 'more Polish', 'Name\nGrażyna Żółć\nMałgorzata Dąbrowska\nJózef Kędzior'],
  ['windows-1250', 'Czech', 'Name\nJiří Dvořák\nŽaneta Nováková\nTomáš Růžička'],
  ['windows-1250', 'Hungarian', 'Name\nErdős Pál\nSzűcs Ágnes\nKőszegi Márton'],
  ['windows-1251', 'Russian', 'Имя;Кафедра\nИван Петров;Физика\nОльга Щербакова;Химия'],
  ['windows-1251', 'Bulgarian with Latin addresses', 'Name;Email\nГеорги Ников;g.n@campus.test'],
  ['windows-1252', 'German', 'Schlüsselnummer;Bezeichnung;Gebäude\nA1;Großer Hörsaal;Süd'],
  ['windows-1252', 'one German name', 'Name\nJürgen Müller'],
  ['windows-1252', 'French', 'Name\nFrançois Lefèvre\nHélène Bézier\nNoël Crêpon'],
  ['windows-1252', 'Spanish', 'Name\nMuñoz Íñigo\nMaría Peña'],
  ['windows-1252', 'Portuguese', 'Name\nJoão Simões\nConceição Magalhães'],
  [
    'windows-1252',
    'Portuguese with ordinals',
    `Chave;Andar\n${'1;1º andar\n'.repeat(5)}2;São José`,
  ],
  ['windows-1252', 'Spanish with ordinals', 'Llave Nº;Ubicación\n1;2ª planta\n2;3ª planta'],
  ['windows-1252', 'Italian', 'Nome\nNiccolò Più\nGesù Forlì'],
  ['windows-1250', 'Romanian', 'Nume\nIaşi\nBrăila\nTimişoara'],
  ['windows-1254', 'Turkish', 'Adı;Bölüm\nIşıl Gündoğdu;Çocuk Gelişimi\nİbrahim Şimşek;Müdürlük'],
  ['windows-1253', 'Greek', 'Όνομα;Τμήμα\nΓεώργιος Μαΐστρος;Πληροφορικής\nΆννα Ψαρά;ΓΡΑΜΜΑΤΕΙΑ'],
  ['windows-1255', 'Hebrew', 'שם;מחלקה;חדר\nדוד כהן;מדעי המחשב;3א\nמרים לוי;מזכירות;12'],
  ['windows-1256', 'Arabic', 'الاسم;القسم\nمحمد أحمد;علوم الحاسوب\nفاطمة الزهراء;الإدارة'],
  ['windows-1251', 'Russian in capitals', 'ФИО;КАФЕДРА\nИВАН ПЕТРОВ;ФИЗИКА'],
  ['windows-1252', 'Danish', 'Name\nSøren Ærø\nÅse Kjær'],
  ['macintosh', 'German from a Mac', 'Bezeichnung;Ort\nHörsaal;Gebäude Süd\nBüro;Straße'],
  ['macintosh', 'French from a Mac', 'Name\nFrançois Lefèvre\nHélène Bézier'],
];

test.each(files)('reads %s: %s', (encoding, _language, text) => {
  const decoded = decodeFile(encode(text, encoding));
  expect(decoded.choices[0]?.name).toBe(encoding);
  expect(decoded.text).toBe(text);
  const names = decoded.choices.map(({ name }) => name);
  expect(names.sort()).toEqual(Object.keys(fileEncodings).sort());
});

const text = 'Name\tEmail\nŁukasz Wiśniewski\tl.w@campus.test\n明 山田\ta@campus.test';

test.each([
  ['UTF-8', new TextEncoder().encode(text)],
  ['UTF-8 with a mark', new TextEncoder().encode(`\ufeff${text}`)],
  ['UTF-16', wide(text, 'le', true)],
  ['UTF-16, big end first', wide(text, 'be', true)],
  ['UTF-16 without a mark', wide(text, 'le', false)],
  ['UTF-16 without a mark, big end first', wide(text, 'be', false)],
])('reads %s without asking', (_name, bytes) => {
  expect(decodeFile(bytes)).toEqual({ text, choices: [] });
});

/** A table of any letters, quoted as spreadsheets do. */
function tableOf(letters: readonly string[]): fc.Arbitrary<string> {
  const cell = fc.array(fc.constantFrom(...letters, ...';,\t"\n 0=-'), { maxLength: 12 });
  const quoted = cell.map((all) => `"${all.join('').replaceAll('"', '""')}"`);
  const rows = fc.array(fc.array(quoted, { minLength: 1, maxLength: 4 }), { maxLength: 8 });
  return fc
    .tuple(rows, fc.constantFrom(',', ';', '\t'))
    .map(([lines, separator]) =>
      ['"Name"', ...lines.map((row) => row.join(separator))].join('\r\n'),
    );
}

test.each(Object.keys(fileEncodings) as FileEncoding[])(
  'any table in %s is read as it was once that is chosen, unless its bytes are Unicode by chance',
  (encoding) => {
    const bytesOfLetters = Array.from({ length: 224 }, (_, at) => Uint8Array.of(at + 32));
    const letters = bytesOfLetters.map((byte) => decodeAs(byte, encoding));
    fc.assert(
      fc.property(tableOf(letters.filter((letter) => !/\p{C}|\ufffd/u.test(letter))), (table) => {
        const bytes = encode(table, encoding);
        const { text: read, choices } = decodeFile(bytes);
        if (choices.length === 0) expect(new TextEncoder().encode(read)).toEqual(bytes);
        else expect(choices.find(({ name }) => name === encoding)?.text).toBe(table);
      }),
    );
  },
);

test('any table in Unicode is read as it was', () => {
  fc.assert(
    fc.property(tableOf([...'aÄßéŁЖ講ع😀\u00a0']), (table) => {
      for (const bytes of [
        new TextEncoder().encode(table),
        new TextEncoder().encode(`\ufeff${table}`),
        wide(table, 'le', true),
        wide(table, 'be', true),
      ])
        expect(decodeFile(bytes)).toEqual({ text: table, choices: [] });
    }),
  );
});

test('an empty file is an empty text', () => {
  expect(decodeFile(new Uint8Array())).toEqual({ text: '', choices: [] });
});
