import { api } from '@keydesk/shared/api';
import { eq } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { listAuditEvents } from '../../../../test/audit.ts';
import { openPage } from '../../../../test/live-page.ts';
import { campusPerTest } from '../../../../test/test-campus.ts';
import { waitOptions } from '../../../../test/wait-options.ts';
import { auditEvents } from '../../../db/schema.ts';
import { upload, uploaded } from './testing/upload.ts';

const campus = campusPerTest();
const admin = campus.resident('admin');

const heading =
  'Key Number,Key Name,Location,Description,Category,Department,Block,Frequently Used';

function fileOf(...lines: string[]) {
  return [heading, ...lines].join('\r\n');
}

async function listed() {
  return (await admin.get(api.listKeys)).data.keys;
}

function eventsOf(action: string) {
  return listAuditEvents(campus.db, eq(auditEvents.action, action));
}

function importEvents() {
  return eventsOf('import-keys');
}

describe('a file of keys', () => {
  const good = fileOf('C-1,"Lab, big",Floor 1,"With ""X""",lab,cse,a,yes', 'C-2,Store,Cellar,,,,,');

  test('only says what it would do, on a dry run', async () => {
    const result = await uploaded(admin, 'keys', good, { dryRun: true });
    expect(result).toMatchObject({ created: 2, updated: 0, refused: 0, applied: false });
    expect(await listed()).toEqual([]);
    expect(await importEvents()).toEqual([]);
  });

  test('has nothing invented: what new keys lack is asked once for all of them', async () => {
    const bare = 'Key Number;Key Name;Location\nZZ1;Sala;1\nZZ2;Sala;2';
    const asked = await uploaded(admin, 'keys', bare, { newKeys: {} });
    expect(asked).toMatchObject({ refused: 2, applied: false });
    expect(asked.rows[0]?.problems).toEqual([
      'Department is required',
      'Block is required',
      'Category is required',
    ]);
    const checked = await uploaded(admin, 'keys', bare, { dryRun: true, newKeys: { block: 'b' } });
    expect(checked.lacks).toEqual(['department', 'block', 'category']);
    const newKeys = { department: 'CSE', block: 'B', category: 'lab' };
    expect(await uploaded(admin, 'keys', bare, { newKeys })).toMatchObject({ created: 2 });
    expect(await listed()).toMatchObject([newKeys, newKeys]);
  });

  test('may repeat a name that was stored before such names were refused', async () => {
    const keyName = 'Labo\u00adratory';
    await campus.key({ keyNumber: 'S-1', keyName });
    const line = (number: string) => fileOf(`${number},${keyName},Attic,,,,,`);
    expect(await uploaded(admin, 'keys', line('S-1'))).toMatchObject({ updated: 1 });
    expect(await listed()).toMatchObject([{ keyNumber: 'S-1', keyName, location: 'Attic' }]);
    expect(await uploaded(admin, 'keys', line('S-2'))).toMatchObject({ refused: 1 });
  });

  test('creates keys with what was chosen for empty cells, and is audited whole and key by key', async () => {
    const result = await uploaded(admin, 'keys', good);
    expect(result).toMatchObject({ created: 2, applied: true });
    expect(result.rows[0]).toEqual({
      line: 2,
      outcome: 'create',
      name: 'C-1',
      summary: 'Lab, big · Floor 1 · Computer Science Engineering · A · Lab',
      problems: [],
    });
    expect(await listed()).toMatchObject([
      {
        keyNumber: 'C-1',
        keyName: 'Lab, big',
        description: 'With "X"',
        category: 'lab',
        department: 'CSE',
        block: 'A',
        frequentlyUsed: true,
      },
      { keyNumber: 'C-2', category: 'other', department: 'COMMON', frequentlyUsed: false },
    ]);
    expect(await importEvents()).toMatchObject([
      { actorId: admin.user.id, details: { created: 2, updated: 0 } },
    ]);
    expect(await eventsOf('create-key')).toMatchObject([
      { actorId: admin.user.id, method: 'import', details: { keyNumber: 'C-1', block: 'A' } },
      { keyId: (await listed())[1]?._id, details: { keyNumber: 'C-2', location: 'Cellar' } },
    ]);
  });

  test('changes keys that exist by their number, whatever its case, and leaves absent columns', async () => {
    const key = await campus.key({ keyNumber: 'C-9', description: 'Kept', category: 'lab' });
    const same = await campus.key({ keyNumber: 'C-10' });
    const result = await uploaded(
      admin,
      'keys',
      `key number;KEY NAME\nc-9;Renamed\nC-10;${same.keyName}\n`,
    );
    expect(result.rows.map(({ outcome }) => outcome)).toEqual(['update', 'unchanged']);
    const { data } = await admin.get(api.getKey, { params: { id: key.id } });
    expect(data.key).toMatchObject({
      keyNumber: 'c-9',
      keyName: 'Renamed',
      description: 'Kept',
      category: 'lab',
      version: 2,
    });
    const untouched = await admin.get(api.getKey, { params: { id: same.id } });
    expect(untouched.data.key.version).toBe(1);
    const [event, ...others] = await eventsOf('update-key');
    expect(others).toEqual([]);
    expect(event).toMatchObject({ keyId: key.id, actorId: admin.user.id, method: 'import' });
    expect(event?.details).toEqual({
      before: { keyNumber: 'C-9', keyName: key.keyName },
      after: { keyNumber: 'c-9', keyName: 'Renamed' },
    });
  });

  test('changes nothing when one row is refused', async () => {
    const key = await campus.key({ keyNumber: 'OLD-1' });
    const file = fileOf('NEW-1,Lab,Floor 1,,,,,', 'OLD-1,Other,Else,,,,,', 'BAD-1,,x,,gym,,,maybe');
    const result = await uploaded(admin, 'keys', file);
    expect(result).toMatchObject({ created: 1, updated: 1, refused: 1, applied: false });
    expect(result.rows[2]).toEqual({
      line: 4,
      outcome: 'refused',
      name: 'BAD-1',
      problems: [
        'Category “gym” is not one of Classroom, Lab, Office, Storage, Library, Auditorium, Cafeteria, Hostel, Maintenance, Security, Other',
        'Frequently Used “maybe” is neither yes nor no',
        'Key name is required',
      ],
    });
    expect(await listed()).toMatchObject([{ keyNumber: 'OLD-1', keyName: key.keyName }]);
    expect(await importEvents()).toEqual([]);
  });

  test.each([
    [
      'a number twice, whose last letter has two small forms',
      'XΑΣ,N,L,,,,,\nxασ,N,L,,,,,',
      'Key number xασ is already on line 2',
    ],
    [
      'a number twice, once with a dotted capital',
      'İ-1,N,L,,,,,\ni-1,N,L,,,,,',
      'Key number i-1 is already on line 2',
    ],
    [
      'a number twice, whatever its case',
      'A-1,N,L,,,,,\na-1,N,L,,,,,',
      'Key number a-1 is already on line 2',
    ],
    ['no number', ',N,L,,,,,', 'Key number is required'],
    ['too long a name', `A-1,${'x'.repeat(121)},L,,,,,`, 'Key name must be at most 120 characters'],
    ['too few cells', 'A-1,N,L', '3 cells instead of 8'],
  ])('has a row refused for %s', async (_why, lines, problem) => {
    const result = await uploaded(admin, 'keys', `${heading}\n${lines}`, { dryRun: true });
    expect(result.rows.at(-1)?.problems).toContain(problem);
  });

  test('finds a key by its number as the database compares them', async () => {
    const [capital, small] = [
      await campus.key({ keyNumber: 'XΑΣ' }),
      await campus.key({ keyNumber: 'xας' }),
    ];
    const result = await uploaded(admin, 'keys', 'Key Number,Key Name\nxασ,One\nXας,Other');
    expect(result).toMatchObject({ updated: 2, refused: 0, applied: true });
    const names = (await listed()).map(({ _id, keyName }) => ({ id: _id, keyName }));
    expect(names).toContainEqual({ id: capital.id, keyName: 'One' });
    expect(names).toContainEqual({ id: small.id, keyName: 'Other' });
  });

  test.each([
    ['a strange column', 'Key Number,Colour\nA,red', /Unknown column “Colour”/],
    ['no column of numbers', 'Key Name\nLab', /“Key Number” is missing/],
    ['no rows', heading, /no rows/],
    ['nothing', '', /empty/],
    ['an open quote', `${heading}\n"A-1,N`, /not valid CSV/],
    ['a picture instead', `\u0089PNG\u0000${heading}`, /not a text file/],
  ])('is refused as a whole with %s', async (_what, text, message) => {
    const { status, body } = await upload(admin, 'keys', text);
    expect(status).toBe(400);
    expect(body.message).toMatch(message);
  });

  test('of 5,000 rows is imported whole', async () => {
    const rows = Array.from(
      { length: 5_000 },
      (_, at) => `K-${at},Room ${at},Floor ${at % 9},,,,,`,
    );
    const result = await uploaded(admin, 'keys', fileOf(...rows));
    expect(result).toMatchObject({ created: 5_000, refused: 0, applied: true });
    expect(await listed()).toHaveLength(5_000);
  });
});

describe('open pages', () => {
  const lines = (count: number) =>
    Array.from({ length: count }, (_, at) => `K-${at},Room ${at},Floor,,,,,`);

  test('are told of each key of a short file', async () => {
    const page = await openPage(await campus.person('faculty'));
    const changed = await campus.key({ keyNumber: 'K-0' });
    await uploaded(admin, 'keys', fileOf(...lines(2)));
    await page.caughtUp();
    expect(
      page
        .received('key-updated')
        .map(({ action }) => action)
        .sort(),
    ).toEqual(['create', 'update']);
    expect(page.received('key-updated').find(({ action }) => action === 'update')).toMatchObject({
      key: { _id: changed.id, version: 2 },
    });
    expect(page.received('key-list-changed')).toEqual([]);
  });

  test('are told once to read the list anew after a long one, in other processes too', async () => {
    const other = await campus.another();
    const faculty = await campus.person('faculty');
    const [here, there] = [await openPage(faculty), await openPage(faculty.at(other))];
    await uploaded(admin, 'keys', fileOf(...lines(51)));
    for (const page of [here, there])
      await vi.waitFor(
        () => expect(page.received('key-list-changed')).toHaveLength(1),
        waitOptions,
      );
    expect([...here.received('key-updated'), ...there.received('key-updated')]).toEqual([]);
    expect((await faculty.at(other).get(api.listKeys)).data.keys).toHaveLength(51);
  });
});

test('exported keys are read back as unchanged, formulas among them', async () => {
  await campus.key({
    keyNumber: '=cmd|1',
    keyName: "+1 'x'",
    description: '-2+3',
    location: '@a,"b"',
  });
  await campus.key({ keyNumber: "'=odd", keyName: "it's", description: 'two\nlines' });
  await campus.key({ frequentlyUsed: true });
  const { status, headers, body } = await admin.call(api.exportKeys);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(headers.get('content-disposition')).toMatch(
    /^attachment; filename="keys-\d{4}-\d\d-\d\d\.csv"$/,
  );
  expect(await eventsOf('export-keys')).toMatchObject([{ actorId: admin.user.id }]);
  const file = String(body.text);
  expect(file).not.toMatch(/(^|[\n,])"?[=+\-@]/);
  const result = await uploaded(admin, 'keys', file);
  expect(result).toMatchObject({ created: 0, updated: 0, unchanged: 3, refused: 0 });
});
