import { randomBytes } from 'node:crypto';
import { api } from '@keydesk/shared/api';
import { parseKeyTag } from '@keydesk/shared/keys/key-tag';
import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, test } from 'vitest';
import { testCampus } from '../../../test/test-campus.ts';
import { gurmukhi } from '../../core/files/testing/gurmukhi.ts';
import { namesOfScripts } from '../../core/files/testing/names.ts';
import { printedLetters, visibleLetters } from '../../core/files/testing/printed-letters.ts';
import { codeRects } from './print-tags.ts';
import { readCodes } from './testing/read-codes.ts';

const campus = testCampus({ PDF_FONTS: gurmukhi.fontFile });
const admin = campus.resident('admin');

async function print(keyIds?: string[]) {
  const { url, secrets } = admin;
  const answer = await fetch(`${url}/api${api.keyTags.path}`, {
    method: 'POST',
    headers: {
      origin: url,
      'content-type': 'application/json',
      cookie: `keydesk_session=${secrets.cookie}`,
      authorization: `Bearer ${secrets.bearer}`,
    },
    body: JSON.stringify(keyIds ? { keyIds } : {}),
  });
  const pdf = new Uint8Array(await answer.arrayBuffer());
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const { text } = await extractText(document, { mergePages: false });
  return { answer, pdf, document, pages: text };
}

describe('a sheet of key tags', () => {
  test('has the keys that were asked for, in order of number', async () => {
    const second = await campus.key({ keyNumber: 'T-10', keyName: 'Tenth room' });
    const first = await campus.key({ keyNumber: 'T-9', keyName: 'Ninth कक्ष' });
    await campus.key({ keyNumber: 'OTHER-1' });
    const { answer, pages } = await print([second.id, first.id, second.id]);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    const text = pages.join(' ');
    expect(text.match(/T-\d+|\w+ room/g)).toEqual(['T-9', 'T-10', 'Tenth room']);
    expect(text).toContain('Ninth');
    expect(text).not.toContain('OTHER-1');
  });

  test('fills as many pages as all keys need', async () => {
    for (let count = 0; count < 30; count += 1) await campus.key();
    const { pages } = await print();
    expect(pages).toHaveLength(2);
    expect(pages.join(' ')).toContain('OTHER-1');
  });

  test('has a code on each tag that is read as the tag of its key', async () => {
    const keys = [];
    for (let count = 0; count < 25; count += 1) keys.push(await campus.key());
    const ids = keys.map(({ id }) => id);
    const { document } = await print(ids);
    const read = [await readCodes(document, 1), await readCodes(document, 2)];
    expect(read.map((texts) => texts.length)).toEqual([24, 1]);
    const { rows } = await campus.db.query<{ tag: string }>(
      'SELECT tag FROM keys WHERE id = ANY ($1) ORDER BY tag',
      [ids],
    );
    expect(read.flat().map(parseKeyTag).toSorted()).toEqual(rows.map(({ tag }) => tag));
  });

  test('has names of all scripts in the letters they have', async () => {
    const names = [...namesOfScripts.map(([, name]) => name), gurmukhi.name];
    const ids = [];
    for (const keyName of names) ids.push((await campus.key({ keyName })).id);
    const { letters, boxes } = await printedLetters((await print(ids)).pdf);
    expect(boxes).toBe(0);
    const wanted = visibleLetters(names.join(''));
    expect(wanted.filter((letter) => !letters.has(letter))).toEqual([]);
  });

  test('says where a key hangs, and at which desk where there are several', async () => {
    const { data } = await admin.get(api.addDesk, { body: { name: 'Block D', place: 'D' } });
    const keyName = 'Laboratory for the measurement of everything that can be measured at all';
    const { id } = await campus.key({ deskId: data.desk.id, hook: 'Cabinet 2 · 14', keyName });
    const printed = async () => (await print([id])).pages.join(' ').replace(/\s+/g, ' ');
    const single = await printed();
    expect(single).toContain('Cabinet 2 · 14');
    expect(single).not.toContain('Block D');
    await admin.get(api.addDesk, { body: { name: 'Main Desk', place: 'Hall' } });
    expect(await printed()).toContain('Cabinet 2 · 14, Block D');
  });

  test('is refused for keys that do not exist, or were deleted', async () => {
    const gone = await campus.key({ deletedAt: new Date() });
    for (const keyIds of [[randomBytes(12).toString('hex')], [gone.id]]) {
      const { status } = await admin.call(api.keyTags, { body: { keyIds } });
      expect(status).toBe(404);
    }
  });

  test('holds as many as a campus has; more are refused with what to do', async () => {
    await campus.db.query(
      `INSERT INTO keys (id, key_number, key_name, location, department)
       SELECT 'f' || lpad(to_hex(n), 23, '0'), 'MANY-' || n, 'Room', 'Block A', 'CSE'
         FROM generate_series(1, 2001) n`,
    );
    const { status, body } = await admin.call(api.keyTags, { body: {} });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      message: 'At most 2,000 tags fit one file. Filter the keys first.',
    });
  });
});

test('a code stays within its square, a quiet zone of four modules around it', () => {
  const size = 70;
  const module = size / 37;
  const rects = codeRects('0123456789abcdef01234567', size);
  const left = Math.min(...rects.map(({ x }) => x));
  const right = Math.max(...rects.map(({ x, w }) => x + w));
  expect(left).toBeCloseTo(4 * module);
  expect(right).toBeCloseTo(33 * module);
});
