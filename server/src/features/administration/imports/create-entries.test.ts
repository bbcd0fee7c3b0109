import type { NamedEntry } from '@keydesk/shared/administration/imports';
import { api } from '@keydesk/shared/api';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { listAuditEvents } from '../../../../test/audit.ts';
import { testCampus } from '../../../../test/test-campus.ts';
import { auditEvents } from '../../../db/schema.ts';
import { upload, uploaded } from './testing/upload.ts';

const campus = testCampus();
const admin = campus.resident('admin');

async function lists() {
  return (await admin.get(api.getCampus)).data;
}

function fileOf(...lines: string[]) {
  return ['Key Number,Key Name,Location,Category,Department,Block', ...lines].join('\n');
}

describe('a file of keys that names what the campus does not have', () => {
  const file = fileOf(
    'H-1,Archive,Cellar,vault,HIST,Z',
    'H-2,Reading Room,Attic,library,hist,Z',
    'H-3,Safe,Cellar,***,HIST,A',
  );
  const good = file.split('\n').slice(0, 3).join('\n');
  const named: NamedEntry[] = [
    { list: 'categories', code: 'vault' },
    { list: 'departments', code: 'HIST' },
    { list: 'blocks', code: 'Z' },
  ];

  test('says in the dry run what could be created, each once, and creates nothing', async () => {
    const before = await lists();
    const result = await uploaded(admin, 'keys', file, { dryRun: true });
    expect(result).toMatchObject({ refused: 3, applied: false });
    expect(result.unknown).toEqual(named);
    expect((await uploaded(admin, 'keys', good)).applied).toBe(false);
    expect(await lists()).toEqual(before);
  });

  test('is accepted in the dry run that is to create it, which still creates nothing', async () => {
    const before = await lists();
    const result = await uploaded(admin, 'keys', good, { dryRun: true, create: named });
    expect(result).toMatchObject({ created: 2, refused: 0 });
    expect(result).not.toHaveProperty('unknown');
    expect(await lists()).toEqual(before);
  });

  test('creates what was confirmed and what it names, and nothing when a row is refused', async () => {
    const before = await lists();
    const create: NamedEntry[] = [...named, { list: 'blocks', code: 'UNUSED' }];
    expect((await uploaded(admin, 'keys', file, { create })).applied).toBe(false);
    expect(await lists()).toEqual(before);
    expect(await uploaded(admin, 'keys', good, { create })).toMatchObject({
      created: 2,
      applied: true,
    });
    const after = await lists();
    expect(after.departments.at(-1)).toMatchObject({ code: 'HIST', label: 'HIST', lends: true });
    expect(after.blocks.map(({ code }) => code)).toEqual([
      ...before.blocks.map(({ code }) => code),
      'Z',
    ]);
    const { keys } = (await admin.get(api.listKeys, { query: { department: 'HIST' } })).data;
    expect(keys.map(({ keyNumber, block }) => [keyNumber, block])).toEqual([
      ['H-1', 'Z'],
      ['H-2', 'Z'],
    ]);
    const events = await listAuditEvents(campus.db, eq(auditEvents.action, 'add-campus-entry'));
    expect(events).toHaveLength(3);
    // Again, as for the next part of a large file: what exists by then is used.
    expect(await uploaded(admin, 'keys', good, { create })).toMatchObject({ unchanged: 2 });
  });

  test.each([[{ list: 'blocks', code: 'no code' }], [{ list: 'desks', code: 'X' }]])(
    'cannot create %j',
    async (entry) => {
      const create = [entry as NamedEntry];
      expect((await upload(admin, 'keys', good, { create })).status).toBe(400);
    },
  );
});

test('a short form is probably the whole name, and capitals are not the name to keep', async () => {
  const names = [
    'FİZİK VE KİMYA BÖLÜMÜ',
    'Fiz. ve Kimya Böl.',
    'Fizik ve Kimya Bölümü',
    'Fizik Böl.',
  ];
  const file = fileOf(...names.map((name, at) => `S-${at},Room,Attic,lab,${name},A`));
  const { unknown = [] } = await uploaded(admin, 'keys', file, { dryRun: true });
  const like = { code: 'FKB', label: 'Fizik ve Kimya Bölümü' };
  expect(unknown.map((entry) => entry.like)).toEqual([like, like, undefined, undefined]);
});

test('the letter of a block is in its code, and the words between names are not', async () => {
  const codes = {
    'A Blok': 'AB',
    'Blok E': 'BE',
    'B BLOCK': 'BB',
    'FACULDADE DE CIENCIAS E LETRAS': 'FCL',
    'Elektrik ve Enerji': 'EE',
    'Φυσικής και Χημείας': 'ΦΧ',
  };
  const names = Object.keys(codes);
  const file = fileOf(...names.map((name, at) => `L-${at},Room,Attic,lab,CSE,${name}`));
  const { unknown = [] } = await uploaded(admin, 'keys', file, { dryRun: true });
  expect(unknown.map(({ code }) => code)).toEqual(Object.values(codes));
});

test('what differs only in accents, case and spaces can be the same entry', async () => {
  const names = ['DEPARTAMENTO DE CIENCIA DA COMPUTACAO', 'Departamento de Ciência  da Computação'];
  const file = fileOf(...names.map((name, at) => `T-${at},Room,Attic,lab,${name},A`));
  const { unknown = [] } = await uploaded(admin, 'keys', file, { dryRun: true });
  const like = { code: 'DCC', label: 'Departamento de Ciência da Computação' };
  const list = 'departments' as const;
  expect(unknown).toEqual([
    { list, code: 'DCC', label: names[0], like },
    { list, ...like },
  ]);
  const create = [
    { list, code: 'DCC', label: like.label },
    { list, code: 'DCC', label: names[0] },
  ];
  expect(await uploaded(admin, 'keys', file, { create })).toMatchObject({ created: 2 });
  const added = (await lists()).departments.filter(({ code }) => code.startsWith('DCC'));
  expect(added).toMatchObject([{ code: 'DCC', label: like.label }]);

  const later = fileOf('T-3,Room,Attic,lab,Departamento de ciencia da computação,A');
  const [twin] = (await uploaded(admin, 'keys', later, { dryRun: true })).unknown ?? [];
  expect(twin?.like).toEqual({ code: 'DCC', label: like.label });
  const same = [{ list, code: 'DCC', label: twin?.label }];
  expect(await uploaded(admin, 'keys', later, { create: same })).toMatchObject({ created: 1 });
  expect((await lists()).departments.filter(({ code }) => code.startsWith('DCC'))).toHaveLength(1);
});

test('a retired entry is for those who have it already', async () => {
  await uploaded(admin, 'keys', fileOf('R-1,Room,Attic,lab,CSE,H'));
  await admin.get(api.changeBlock, { params: { code: 'H' }, body: { retired: true } });
  const result = await uploaded(
    admin,
    'keys',
    fileOf('R-1,Renamed,Attic,lab,CSE,h', 'R-2,Room,Attic,lab,CSE,H'),
    { dryRun: true },
  );
  expect(result.rows.map(({ outcome, problems }) => [outcome, ...problems])).toEqual([
    ['update'],
    ['refused', 'Block “H” is retired'],
  ]);
});

test('a file of people creates their departments', async () => {
  const file = 'Name,Email,Role,Department,Faculty ID\nIda Law,ida.law@campus.test,faculty,LAW,L-1';
  const create: NamedEntry[] = [{ list: 'departments', code: 'LAW' }];
  expect((await uploaded(admin, 'users', file, { dryRun: true })).unknown).toEqual(create);
  expect(await uploaded(admin, 'users', file, { create })).toMatchObject({ applied: true });
  expect((await lists()).departments.at(-1)).toMatchObject({ code: 'LAW', registers: true });
  expect((await admin.get(api.campusUsage)).data.departments.LAW).toEqual({ keys: 0, people: 1 });
});
