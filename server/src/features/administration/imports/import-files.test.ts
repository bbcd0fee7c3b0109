import type { ImportRefusal } from '@keydesk/shared/administration/imports';
import { api } from '@keydesk/shared/api';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { listAuditEvents } from '../../../../test/audit.ts';
import { testCampus } from '../../../../test/test-campus.ts';
import { auditEvents, users } from '../../../db/schema.ts';
import { upload, uploaded } from './testing/upload.ts';

const campus = testCampus();
const admin = campus.resident('admin');

async function listed() {
  return (await admin.get(api.listKeys)).data.keys;
}

async function exported(): Promise<string> {
  return String((await admin.call(api.exportKeys)).body.text);
}

async function stored(email: string) {
  return (await campus.db.orm.select().from(users).where(eq(users.email, email)))[0];
}

describe('a file as a registrar makes it', () => {
  const room = { keyNumber: 'R-1', keyName: 'Lab', location: 'Attic', block: 'B' };

  test.each([
    ['a separator of its own', 'sep=|\nKey Number|Key Name|Location|Block\nR-1|Lab|Attic|B'],
    ['semicolons and empty columns', 'Key Number;Key Name;Location;Block;;;\nR-1;Lab;Attic;B;;;'],
    ['tabs', 'Key Number\tKey Name\tLocation\tBlock\nR-1\tLab\tAttic\tB'],
    [
      'a title above its headings',
      'Keys of the college;;;\n\nAs of today\nKey Number;Key Name;Location;Block\nR-1;Lab;Attic;B',
    ],
    [
      'a title and a date above Portuguese headings',
      'Relatório;;;\nEmitido em 05/02/2026;;;\nNº da Chave;Descrição;Andar;Prédio\nR-1;Lab;Attic;B',
    ],
    [
      'a title above Cyrillic headings',
      'Отчёт о ключах;;;\nСоставлен 05.02.2026;;;\n№ ключа;Название;Этаж;Корпус\nR-1;Lab;Attic;B',
    ],
    [
      'merged headings above the headings',
      'Identificação;;;Localização\nChave;Nome;Prédio;Andar\nR-1;Lab;B;Attic',
    ],
    [
      'headings of groups and a total',
      'Llave Nº;Nombre;Ubicación;Edificio\n1er piso;;;\nR-1;Lab;Attic;B\nTotal;1;;',
    ],
    ['French headings', 'N° de clé;Désignation;Où;Bâtiment\nR-1;Lab;Attic;B'],
    ['Hindi headings', 'चाबी संख्या;नाम;स्थान;भवन\nR-1;Lab;Attic;B'],
    ['Bulgarian headings', '№ на ключ;Помещение;Етаж;Сграда\nR-1;Lab;Attic;B'],
    ['empty rows', 'Key Number,Key Name,Location,Block\n,,,\n\nR-1,Lab,Attic,B\n,,,\n'],
    ['German headings', 'Schlüsselnummer;Bezeichnung;Ort;Gebäude\nR-1;Lab;Attic;B'],
  ])('is read with %s', async (_what, text) => {
    const result = await uploaded(admin, 'keys', text, { dryRun: true });
    expect(result).toMatchObject({ created: 1, refused: 0 });
    expect(await uploaded(admin, 'keys', text)).toMatchObject({ applied: true });
    const key = (await listed()).find(({ keyNumber }) => keyNumber === room.keyNumber);
    expect(key).toMatchObject(room);
    await admin.get(api.deleteKey, { params: { id: key?._id ?? '' } });
  });

  test('of unknown headings says which line they are in, and takes another one', async () => {
    const text = 'Lista\n\nAvain;Selite;Paikka\n1;Lab;Attic';
    const { body } = await upload(admin, 'keys', text, { dryRun: true });
    const { columns, headingLine } = (body.error as { details: ImportRefusal }).details;
    expect({ headings: columns?.map(({ heading }) => heading), headingLine }).toEqual({
      headings: ['Avain', 'Selite', 'Paikka'],
      headingLine: 3,
    });
    const other = await upload(admin, 'keys', text, { dryRun: true, headingLine: 4 });
    expect((other.body.error as { details: ImportRefusal }).details).toMatchObject({
      columns: [{ heading: '1' }, { heading: 'Lab' }, { heading: 'Attic' }],
    });
  });

  test('leaves out headings of groups and a total, and says so', async () => {
    const text = 'Key Number;Key Name;Location\nGround floor;;\nG-1;Lab;Attic\nTotal;360';
    const { rows } = await uploaded(admin, 'keys', text, { dryRun: true });
    expect(rows.map(({ outcome, warnings }) => [outcome, ...(warnings ?? [])])).toEqual([
      ['skipped', 'This is the heading of a group, so it is not imported'],
      ['create'],
      ['skipped', 'This is a total, so it is not imported'],
    ]);
  });

  test.each([
    [
      'the headings of groups',
      'Nr;Key Number;Key Name;Location\nEast;;;\n1;E-1;Lab;Attic\nWest;;;\n2;W-1;Hall;Attic',
    ],
    [
      'cells merged downwards',
      'Key Number;Key Name;Location;Block\nE-1;Lab;Attic;East\nE-2;Hall;Attic;\nW-1;Hall;Attic;West',
    ],
  ])('may state blocks once for many keys, by %s', async (_how, text) => {
    const create = ['East', 'West'].map((label) => ({
      list: 'blocks' as const,
      code: label.toUpperCase(),
      label,
    }));
    const offered = await uploaded(admin, 'keys', text, { dryRun: true, newKeys: {} });
    expect(offered.above).toContainEqual({
      field: 'block',
      values: expect.arrayContaining(['East']),
    });
    const said = { dryRun: true, create, above: ['block' as const] };
    const { rows } = await uploaded(admin, 'keys', text, said);
    const summaries = rows.flatMap(({ summary }) => summary?.split(' · ')[3] ?? []);
    expect(summaries).toEqual(
      _how.startsWith('cells') ? ['East', 'East', 'West'] : ['East', 'West'],
    );
  });

  test('leaves out sums of groups in any language, but not a row that lacks its number', async () => {
    const text =
      'No;Key Number;Key Name;Location\n1;G-1;Lab;Attic\nYhteensä;;;1\n;;Hall;Attic\n;;Vault;7';
    const { rows } = await uploaded(admin, 'keys', text, { dryRun: true });
    expect(rows.map(({ outcome }) => outcome)).toEqual(['create', 'skipped', 'refused', 'refused']);
  });

  test('names its columns once, and they are remembered', async () => {
    const text = 'Anlage,Wo,Zimmer,Preis\nC-1,Cellar,Store,12';
    const { status, body } = await upload(admin, 'keys', text, { dryRun: true });
    expect(status).toBe(400);
    const refusal = (body.error as { details: ImportRefusal }).details;
    expect(refusal.columns).toEqual([
      { heading: 'Anlage', field: null },
      { heading: 'Wo', field: null },
      { heading: 'Zimmer', field: null },
      { heading: 'Preis', field: null },
    ]);
    const columns = { Anlage: 'keyNumber', Wo: 'location', Zimmer: 'keyName', Preis: null };
    const checked = await uploaded(admin, 'keys', text, { dryRun: true, columns });
    expect(checked.columns).toContainEqual({ heading: 'Preis', field: null });
    // A dry run remembers nothing.
    expect((await upload(admin, 'keys', text, { dryRun: true })).status).toBe(400);
    expect(await uploaded(admin, 'keys', text, { columns })).toMatchObject({ created: 1 });
    expect(await uploaded(admin, 'keys', text)).toMatchObject({ unchanged: 1, applied: true });
  });

  test('leaves out columns that Keydesk has not, and says which', async () => {
    const text = 'Key Number,Price,Key Name,Location\nP-1,12,Store,Cellar';
    const checked = await uploaded(admin, 'keys', text, { dryRun: true });
    expect(checked).toMatchObject({ created: 1, refused: 0 });
    expect(checked.columns).toContainEqual({ heading: 'Price', field: null });
    const misspelt = 'Key Number,Key Nmae,Location\nP-1,Store,Cellar';
    expect((await upload(admin, 'keys', misspelt, { dryRun: true })).body.message).toMatch(
      /Unknown column “Key Nmae”/,
    );
    const nameless = 'Key Number,,Key Name,Location\nP-1,12,Store,Cellar';
    expect((await upload(admin, 'keys', nameless, { dryRun: true })).body.message).toMatch(
      /Unknown column “column 2”/,
    );
  });

  test('may have first and last names in two columns', async () => {
    const text = 'Prénom;Nom de famille;Courriel;Matricule\nAnna;Groß;anna@campus.test;0042';
    const { rows, columns } = await uploaded(admin, 'users', text, { dryRun: true });
    expect(rows).toMatchObject([{ outcome: 'create', summary: 'Anna Groß · 0042' }]);
    expect(columns?.map(({ field }) => field)).toEqual([
      ...['firstName', 'lastName', 'email', 'facultyId'],
    ]);
    expect(await uploaded(admin, 'users', text)).toMatchObject({ created: 1, applied: true });
    expect(await stored('anna@campus.test')).toMatchObject({ name: 'Anna Groß' });
  });

  test.each([
    ['a field that there is not', { Anlage: 'colour' }, /no field “colour”/],
    [
      'one field twice',
      { Anlage: 'keyNumber', Wo: 'keyNumber' },
      /^“Anlage”, “Wo” both match the column “Key Number”$/,
    ],
  ])('cannot name %s', async (_what, columns, message) => {
    const { status, body } = await upload(admin, 'keys', 'Anlage,Wo\nC-9,Cellar', { columns });
    expect({ status, message: body.message }).toEqual({
      status: 400,
      message: expect.stringMatching(message),
    });
  });

  test('warns of numbers that a spreadsheet has damaged, and keeps zeros', async () => {
    const zeros = 'Key Number,Key Name,Location\n007,Safe,Cellar';
    expect(await uploaded(admin, 'keys', zeros)).toMatchObject({ created: 1 });
    const damaged = 'Key Number,Key Name,Location\n7,Safe,Cellar\n1.23E+10,Gate,Yard';
    const { rows } = await uploaded(admin, 'keys', damaged, { dryRun: true });
    expect(rows.map(({ warnings }) => warnings)).toEqual([
      ['The file has “7”, Keydesk has “007”. A spreadsheet may have removed zeros'],
      undefined,
    ]);
    expect(rows[1]?.problems).toEqual([
      'A spreadsheet has shortened “1.23E+10”. Format the column as text there, enter the number again and save the file.',
    ]);
  });

  test('says where a spreadsheet has made a date or shortened a number, in every text', async () => {
    const text =
      'Key Number;Key Name;Location;Hook\n01/fev;Sala;1;1\n2-Jan;Room;Attic;12\nA1;Lab;1,23E+10;1\nA2;Lab;2026-02-01;2\nA3;Lab;Attic;01.Şub';
    const { rows } = await uploaded(admin, 'keys', text, { dryRun: true });
    expect(rows.map(({ warnings, outcome }) => [outcome, warnings])).toEqual([
      ['create', ['“01/fev” may be a date that a spreadsheet made of “1/2”']],
      ['create', ['“2-Jan” may be a date that a spreadsheet made of “2/1”']],
      ['refused', undefined],
      ['create', ['“2026-02-01” may be a date that a spreadsheet made of “1/2”']],
      ['create', ['“01.Şub” may be a date that a spreadsheet made of “1/2”']],
    ]);
    const person = 'Name;Email;Faculty ID\nAna;ana.e@campus.test;1,23E+10';
    expect(await uploaded(admin, 'users', person, { dryRun: true })).toMatchObject({ refused: 1 });
  });

  test('reads ="0000777" as a text of digits', async () => {
    const text = 'Key Number;Key Name;Location\n="0000777";Safe;Cellar';
    const { rows } = await uploaded(admin, 'keys', text, { dryRun: true });
    expect(rows[0]).toMatchObject({ outcome: 'create', name: '0000777' });
  });

  test('clears nothing by an empty cell, unless that is said', async () => {
    const text = 'Key Number;Key Name;Location;Description;Hook';
    await uploaded(admin, 'keys', `${text}\nEM-1;Lab;Attic;Big;12`);
    const empty = `${text}\nEM-1;;;;`;
    const dry = { dryRun: true };
    const unchanged = { unchanged: 1, emptyCells: 2 };
    expect(await uploaded(admin, 'keys', empty, dry)).toMatchObject(unchanged);
    expect(await uploaded(admin, 'keys', empty, { emptyClears: true })).toMatchObject({
      updated: 1,
    });
    const key = (await listed()).find(({ keyNumber }) => keyNumber === 'EM-1');
    expect(key).toMatchObject({ keyName: 'Lab', location: 'Attic', description: '' });
    expect(key).not.toHaveProperty('hook');
    const people = 'Name;Email;Faculty ID;Phone';
    await uploaded(admin, 'users', `${people}\nEve;eve.e@campus.test;EVE-1;040 123456`);
    const bare = `${people}\nEve;eve.e@campus.test;;`;
    expect(await uploaded(admin, 'users', bare, dry)).toMatchObject(unchanged);
    expect(await uploaded(admin, 'users', bare, { emptyClears: true })).toMatchObject({
      updated: 1,
    });
    expect(await stored('eve.e@campus.test')).toMatchObject({ facultyId: null, phone: null });
  });
});

describe('departments, blocks and categories', () => {
  beforeAll(async () => {
    await admin.get(api.addDepartment, { body: { code: 'INF', label: 'Informatik' } });
  });
  const text = 'Key Number,Key Name,Location,Category,Department\n';

  test('are known by code or label, in any case', async () => {
    const file = `${text}L-1,One,Attic,LAB,informatik\nL-2,Two,Attic,lab,inf`;
    expect(await uploaded(admin, 'keys', file)).toMatchObject({ created: 2, applied: true });
    const { keys } = (await admin.get(api.listKeys, { query: { department: 'INF' } })).data;
    expect(keys.map(({ category }) => category)).toEqual(['lab', 'lab']);
  });

  test('in any script can be created, with a code made of the name', async () => {
    const file = `${text}L-3,Three,Attic,Hörsaal,INF\nL-4,Four,Attic,Büro,INF\nL-5,Five,Attic,講義室,INF`;
    const { unknown } = await uploaded(admin, 'keys', file, { dryRun: true });
    expect(unknown).toEqual([
      { list: 'categories', code: 'HÖRSAAL', label: 'Hörsaal' },
      { list: 'categories', code: 'BÜRO', label: 'Büro' },
      { list: 'categories', code: '講義室' },
    ]);
    const result = await uploaded(admin, 'keys', file, { create: unknown });
    expect(result).toMatchObject({ created: 3, applied: true });
    const { categories } = (await admin.get(api.getCampus)).data;
    expect(categories.slice(-3).map(({ code, label }) => [code, label])).toEqual([
      ['HÖRSAAL', 'Hörsaal'],
      ['BÜRO', 'Büro'],
      ['講義室', '講義室'],
    ]);
    const found = await admin.get(api.listKeys, { query: { category: 'HÖRSAAL' } });
    expect(found.data.keys.map(({ keyNumber }) => keyNumber)).toEqual(['L-3']);
    expect(await uploaded(admin, 'keys', file)).toMatchObject({ unchanged: 3 });
  });

  test('two long names get codes that differ', async () => {
    const names = ['Elektrotechnik und Informatik', 'Elektrotechnik und Informationstechnik'];
    const file = `${text}${names.map((name, at) => `E-${at},Room,Attic,lab,${name}`).join('\n')}`;
    const { unknown = [] } = await uploaded(admin, 'keys', file, { dryRun: true });
    expect(unknown.map(({ code }) => code)).toEqual(['EI', 'EI-2']);
    const result = await uploaded(admin, 'keys', file, { create: unknown });
    expect(result).toMatchObject({ created: 2, applied: true });
  });
});

describe('a dry run', () => {
  const file = (location: string, name: string) =>
    `Key Number,Key Name,Location\nD-1,Door,${location}\nD-2,${name},Attic`;
  beforeAll(async () => {
    await uploaded(admin, 'keys', file('Ground floor', 'Gate'));
  });

  test('shows what each row changes, and only chosen lines are applied', async () => {
    const text = file('First floor', 'Portal');
    const { rows, basis } = await uploaded(admin, 'keys', text, { dryRun: true });
    expect(rows.map(({ changes }) => changes)).toEqual([
      [{ column: 'Location', before: 'Ground floor', after: 'First floor' }],
      [{ column: 'Key Name', before: 'Gate', after: 'Portal' }],
    ]);
    const result = await uploaded(admin, 'keys', text, { basis, lines: [3] });
    expect(result).toMatchObject({ updated: 1, applied: true });
    expect(result.rows.map(({ outcome }) => outcome)).toEqual(['skipped', 'update']);
    const again = await uploaded(admin, 'keys', text, { dryRun: true, lines: [] });
    expect(again.rows.map(({ outcome }) => outcome)).toEqual(['skipped', 'unchanged']);
    const keys = (await listed()).filter(({ keyNumber }) => keyNumber.startsWith('D-'));
    expect(keys).toMatchObject([{ location: 'Ground floor' }, { keyName: 'Portal' }]);
  });

  test('is not applied once something else has changed of what it shows', async () => {
    const text = file('Second floor', 'Portal');
    const { basis } = await uploaded(admin, 'keys', text, { dryRun: true });
    const key = (await listed()).find(({ keyNumber }) => keyNumber === 'D-1');
    const params = { id: key?._id ?? '' };
    await admin.get(api.updateKey, { params, body: { location: 'Third floor' } });
    const { status, body } = await upload(admin, 'keys', text, { basis });
    expect({ status, code: (body.error as { code: string }).code }).toEqual({
      status: 409,
      code: 'IMPORT_OVERTAKEN',
    });
    expect((await admin.get(api.getKey, { params })).data.key.location).toBe('Third floor');
  });
});

describe('an export that is imported again', () => {
  test('changes nothing, and takes nothing back that changed after it', async () => {
    await uploaded(
      admin,
      'keys',
      'Key Number,Key Name,Location\nECE-101,Lab 1,Ground floor\nECE-102,Lab 2,Ground floor\nECE-103,Lab 3,Ground floor',
    );
    const text = await exported();
    expect(text.split('\r\n')[0]).toMatch(/,Updated$/);
    const same = await uploaded(admin, 'keys', text);
    expect(same).toMatchObject({ created: 0, updated: 0, refused: 0, applied: true });

    const idOf = async (number: string) =>
      (await listed()).find(({ keyNumber }) => keyNumber === number)?._id ?? '';
    const moved = { params: { id: await idOf('ECE-101') } };
    await admin.get(api.updateKey, { ...moved, body: { location: 'Second floor' } });
    await admin.get(api.deleteKey, { params: { id: await idOf('ECE-103') } });
    const altered = text.replace('Lab 2', 'Workshop');
    const { rows } = await uploaded(admin, 'keys', altered, { dryRun: true });
    const byName = new Map(rows.map((row) => [row.name, row]));
    expect(byName.get('ECE-101')).toMatchObject({
      outcome: 'outdated',
      warnings: ['Changed here since your file was made'],
      changes: [{ column: 'Location', before: 'Second floor', after: 'Ground floor' }],
    });
    expect(byName.get('ECE-103')).toMatchObject({
      outcome: 'outdated',
      warnings: ['Deleted here since your file was made'],
    });
    expect(await uploaded(admin, 'keys', altered)).toMatchObject({ updated: 1, applied: true });
    expect((await admin.get(api.getKey, moved)).data.key.location).toBe('Second floor');
    expect((await listed()).some(({ keyNumber }) => keyNumber === 'ECE-103')).toBe(false);

    const lines = [byName.get('ECE-101')?.line ?? 0];
    expect(await uploaded(admin, 'keys', altered, { lines })).toMatchObject({ updated: 1 });
    expect((await admin.get(api.getKey, moved)).data.key.location).toBe('Ground floor');
  });
});

describe('a file of people without a role', () => {
  const rows = Array.from(
    { length: 60 },
    (_, at) => `Person ${at},p${at}@campus.test,CSE,NR-${at}`,
  );
  const text = ['Name,Email,Department,Faculty ID', ...rows].join('\n');

  test('makes them faculty, and says so', async () => {
    const checked = await uploaded(admin, 'users', text, { dryRun: true });
    expect(checked).toMatchObject({ created: 60, withoutRole: 60 });
    await uploaded(admin, 'users', text);
    expect(await stored('p59@campus.test')).toMatchObject({ role: 'faculty', department: 'CSE' });
  });

  test('can leave them pending, and a later one makes them faculty', async () => {
    const row = 'Pia,pia@campus.test,CSE,PIA-1';
    const heading = 'Name,Email,Department,Faculty ID';
    await uploaded(admin, 'users', `${heading}\n${row}`, { newRole: 'pending' });
    expect(await stored('pia@campus.test')).toMatchObject({ role: 'pending' });
    const again = `${heading},Role\n${row},Faculty`;
    const { rows: shown } = await uploaded(admin, 'users', again, { dryRun: true });
    expect(shown[0]?.changes).toEqual([{ column: 'Role', before: 'pending', after: 'faculty' }]);
    expect(await uploaded(admin, 'users', again)).toMatchObject({ updated: 1, applied: true });
    expect(await stored('pia@campus.test')).toMatchObject({ role: 'faculty' });
    const guard = `${heading},Role\n${row},guard`;
    expect(await uploaded(admin, 'users', guard)).toMatchObject({ refused: 1, applied: false });
  });
});

describe('a file of ID cards', () => {
  const heading = 'Email or Faculty ID,Card';

  test('gives people cards, which the desk then knows', async () => {
    const { user } = await campus.person('faculty');
    const other = (await campus.person('faculty')).user;
    const text = `${heading}\n${user.email},CARD-0001\n${other.facultyId},CARD-0002`;
    expect(await uploaded(admin, 'cards', text, { dryRun: true })).toMatchObject({ created: 2 });
    expect(await uploaded(admin, 'cards', text)).toMatchObject({ created: 2, applied: true });
    expect(await uploaded(admin, 'cards', text)).toMatchObject({ unchanged: 2 });
    const guard = await campus.person('security');
    const found = await guard.get(api.findPersonByCard, { body: { cardText: 'card-0002' } });
    expect(found.data.person).toMatchObject({ id: other.id });
    const events = await listAuditEvents(campus.db, eq(auditEvents.action, 'add-card'));
    expect(events).toMatchObject([{ method: 'import' }, { method: 'import' }]);
    expect(JSON.stringify(events)).not.toContain('CARD-0001');
  });

  test('is refused whole, without a word of any number', async () => {
    const { user } = await campus.person('faculty');
    const text = [
      heading,
      'nobody@campus.test,CARD-1001',
      `${user.email},1.2E+10`,
      `${user.email},CARD-0001`,
      `${user.email},CARD-1002`,
      `${user.email},card-1002`,
      ',CARD-1003',
    ].join('\n');
    const result = await uploaded(admin, 'cards', text);
    expect(result).toMatchObject({ refused: 5, applied: false });
    expect(result.rows.map(({ problems }) => problems)).toEqual([
      ['No person found for “nobody@campus.test”'],
      ['A spreadsheet has shortened the number of this card'],
      [expect.stringMatching(/^This card belongs to Person/)],
      [],
      ['The same card is already on line 5'],
      ['Email or Faculty ID is required'],
    ]);
    expect(JSON.stringify(result)).not.toMatch(/CARD-1|1\.2E/i);
  });
});
