import { api } from '@keydesk/shared/api';
import { phoneSchema } from '@keydesk/shared/core/fields';
import { newKeySchema } from '@keydesk/shared/keys/key-schemas';
import { facultyIdSchema, personNameSchema } from '@keydesk/shared/people/person-name';
import { inEachLanguage } from '@keydesk/shared/texts/known-languages';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { insertDesk } from '../../../../test/desk-computer.ts';
import { insertKey } from '../../../../test/factories/keys.ts';
import { insertUser } from '../../../../test/factories/users.ts';
import { testCampus } from '../../../../test/test-campus.ts';
import { uploaded } from './testing/upload.ts';

const campus = testCampus();
const admin = campus.resident('admin');

/** Names that are each other's codes, begin like a formula, or are written in other scripts. */
const codes = ['ONE', 'TWO', '-1', '.5', '情報学科', 'ΣΑΣ', 'straße', 'İç', 'हिन्दी', '007', 'a&b'];
const labels: Record<string, string> = { ONE: 'TWO', TWO: 'One', '-1': '=1+1; x', '007': '7' };

const desks: (string | null)[] = [null];

beforeAll(async () => {
  for (const code of codes) {
    const body = { code, label: labels[code] ?? code };
    await admin.get(api.addDepartment, { body });
    await admin.get(api.addBlock, { body });
    await admin.get(api.addCategory, { body });
  }
  const body = { retired: true };
  await admin.get(api.changeCategory, { params: { code: 'TWO' }, body });
  for (const name of ['Tor; Süd', "'=Gate", '正門'])
    desks.push(await insertDesk(campus, { name, place: 'Hall' }));
  await admin.get(api.changeDesk, { params: { id: desks[1] ?? '' }, body });
});

const letters = [
  ...['a', 'Ä', 'ß', 'é', 'e\u0301', 'İ', 'σ', 'ς', 'Ж', '講', 'ع', '😀', '0', '00', '7', '1.5E+3'],
  ...['=', '+', '-', '@', "'", '"', '""', ',', ';', '|', '\\', '#', ' ', '  ', '\u00a0', '\u3000'],
];
const line = fc.array(fc.constantFrom(...letters), { maxLength: 8 }).map((all) => all.join(''));
const block = fc
  .array(fc.constantFrom(...letters, '\n', '\r\n', '\r', '\t', '\n\n', '\n='), { maxLength: 12 })
  .map((all) => all.join(''));
const code = fc.constantFrom(...codes);
const language = fc.constantFrom(...inEachLanguage((each) => each));

/** Texts as this schema has them stored. */
function stored<T>(texts: fc.Arbitrary<string>, schema: z.ZodType<T>): fc.Arbitrary<T> {
  const read = texts.map((text) => schema.safeParse(text));
  return read.filter(({ success }) => success).map(({ data }) => data as T);
}

const { keyNumber, keyName, location, description, hook } = newKeySchema.shape;
const key = fc.record({
  keyNumber: stored(line, keyNumber),
  keyName: stored(line, keyName),
  location: stored(line, location),
  description: stored(block, description),
  hook: stored(line, hook).map((text) => text ?? null),
  category: code,
  department: code,
  block: code,
  frequentlyUsed: fc.boolean(),
  desk: fc.nat(3),
});

const person = fc.record({
  name: stored(line, personNameSchema),
  role: fc.constantFrom('faculty' as const, 'pending' as const),
  department: fc.option(code),
  departmentConfirmed: fc.boolean(),
  facultyId: fc.option(stored(line, facultyIdSchema)),
  phone: fc.option(stored(line, phoneSchema).filter(Boolean)),
  mailbox: fc.constantFrom("o'b", '+a', '-b', 'a_b', 'Ab'),
});

/** Everything that is stored of keys or people. */
async function rowsOf(table: 'keys' | 'users'): Promise<unknown[]> {
  return (await campus.db.query(`SELECT * FROM ${table} ORDER BY id`)).rows;
}

async function expectUnchanged(kind: 'keys' | 'users', language: string): Promise<void> {
  // To shrink a failure takes more calls than a minute allows.
  await campus.db.query('DELETE FROM request_counts');
  const before = await rowsOf(kind);
  const exporting = kind === 'keys' ? api.exportKeys : api.exportUsers;
  const text = String((await admin.call(exporting, { query: { language } })).body.text);
  const result = await uploaded(admin, kind, text);
  expect(result.columns).toBeUndefined();
  const changed = result.rows.filter(({ outcome }) => outcome !== 'unchanged');
  expect(changed).toEqual([]);
  expect(await rowsOf(kind)).toEqual(before);
}

test('an export of keys in any language changes nothing when it is imported, whatever they are called', async () => {
  await fc.assert(
    fc.asyncProperty(
      language,
      fc.uniqueArray(key, {
        minLength: 1,
        maxLength: 12,
        selector: (each) => fold(each.keyNumber),
      }),
      async (chosen, keys) => {
        await campus.db.query('UPDATE keys SET deleted_at = now() WHERE deleted_at IS NULL');
        for (const { desk, ...fields } of keys)
          await insertKey(campus.db, { ...fields, deskId: desks[desk] ?? null });
        await expectUnchanged('keys', chosen);
      },
    ),
    { numRuns: 30 },
  );
});

let people = 0;

test('an export of people in any language changes nothing when it is imported, whatever they are called', async () => {
  await fc.assert(
    fc.asyncProperty(
      language,
      fc.uniqueArray(person, {
        minLength: 1,
        maxLength: 12,
        selector: ({ facultyId }) => (facultyId === null ? Symbol() : fold(facultyId)),
      }),
      async (chosen, given) => {
        await campus.db.query(
          'UPDATE users SET deleted_at = now(), faculty_id = NULL WHERE id <> $1 AND deleted_at IS NULL',
          [admin.user.id],
        );
        for (const { mailbox, ...fields } of given) {
          people += 1;
          await insertUser(campus.db, { ...fields, email: `${mailbox}${people}@campus.test` });
        }
        await expectUnchanged('users', chosen);
      },
    ),
    { numRuns: 30 },
  );
});

/** What a number or ID is known by. */
function fold(text: string): string {
  return text.toLowerCase();
}
