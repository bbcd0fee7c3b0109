import { api } from '@keydesk/shared/api';
import type { Campus } from '@keydesk/shared/campus/campus';
import {
  keyDepartmentsOf,
  peopleDepartmentsOf,
  registrationDepartments,
} from '@keydesk/shared/campus/campus';
import {
  keyBlocks,
  keyCategories,
  keyDepartments,
} from '@keydesk/shared/campus/testing/new-campus';
import { eq } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { listAuditEvents } from '../../../test/audit.ts';
import { openPage } from '../../../test/live-page.ts';
import type { AppInstance } from '../../../test/test-app.ts';
import { controlIntervals, testCampus } from '../../../test/test-campus.ts';
import { send } from '../../../test/test-client.ts';
import { entered } from '../../../test/visitors.ts';
import { waitOptions } from '../../../test/wait-options.ts';
import { auditEvents } from '../../db/schema.ts';

controlIntervals();
const campus = testCampus();
const second = campus.secondProcess();
const admin = campus.resident('admin');
const teacher = campus.resident('faculty');

async function read(at: { url: string } = campus): Promise<Campus> {
  return (await teacher.at(at).get(api.getCampus)).data;
}

function codes(entries: readonly { code: string }[]): string[] {
  return entries.map(({ code }) => code);
}

function changes() {
  return listAuditEvents(campus.db, eq(auditEvents.action, 'change-campus-entry'));
}

describe('a new campus', () => {
  test('has the usual lists in their order', async () => {
    const lists = await read();
    expect(codes(keyDepartmentsOf(lists))).toEqual(keyDepartments);
    expect(codes(lists.blocks)).toEqual(keyBlocks);
    expect(codes(lists.categories)).toEqual(keyCategories);
    expect(lists.desks).toEqual([]);
    expect(peopleDepartmentsOf(lists).map(({ code, label }) => ({ value: code, label }))).toEqual(
      registrationDepartments,
    );
  });

  test('tells everybody, signed in or not, with which departments people register', async () => {
    const { body } = await send(campus.url, api.getConfig, {});
    expect(body).toMatchObject({
      data: {
        departments: registrationDepartments.map(({ value, label }) => ({ code: value, label })),
      },
    });
  });
});

test('an unchanged campus is not sent again', async () => {
  const { headers } = await teacher.call(api.getCampus);
  const etag = headers.get('etag') ?? '';
  expect(etag).not.toBe('');
  const again = await teacher.call(api.getCampus, { headers: { 'if-none-match': etag } });
  expect(again.status).toBe(304);
  await admin.get(api.changeBlock, { params: { code: 'B' }, body: { label: 'B (north)' } });
  const changed = await teacher.call(api.getCampus, { headers: { 'if-none-match': etag } });
  expect(changed.status).toBe(200);
  await admin.get(api.changeBlock, { params: { code: 'B' }, body: { label: 'B' } });
});

describe('an admin', () => {
  test('adds an entry, last unless it says where', async () => {
    const body = { code: 'HIST', label: 'History' };
    const { message, data } = await admin.get(api.addDepartment, { body });
    expect(message).toBe('History added');
    expect(data.departments.at(-1)).toEqual({
      code: 'HIST',
      label: 'History',
      position: data.departments.length,
      ...{
        registers: true,
        lends: true,
        peopleCode: null,
        headId: null,
        retired: false,
        version: 1,
      },
    });
    const first = { code: 'LAW', label: 'Law', position: 1, lends: false, headId: teacher.user.id };
    const { departments } = (await admin.get(api.addDepartment, { body: first })).data;
    expect(departments[0]).toMatchObject({ code: 'LAW', lends: false, headId: teacher.user.id });
    expect(departments.map(({ position }) => position)).toEqual(departments.map((_, at) => at + 1));
    expect((await admin.get(api.campusUsage)).data.departments.LAW).toEqual({
      keys: 0,
      people: 0,
      headName: teacher.user.name,
    });
    const { body: config } = await send(campus.url, api.getConfig, {});
    expect(config).toMatchObject({
      data: { departments: expect.arrayContaining([{ code: 'HIST', label: 'History' }]) },
    });
  });

  test.each(['CSE', 'cse'])('cannot add %s a second time', async (code) => {
    const { status, body } = await admin.call(api.addDepartment, {
      body: { code, label: 'Again' },
    });
    expect({ status, message: body.message }).toEqual({
      status: 409,
      message: 'Computer Science Engineering already has this code.',
    });
  });

  test.each([
    { code: '', label: 'Empty' },
    { code: 'A B', label: 'Space' },
    { code: 'x'.repeat(21), label: 'Long' },
    { code: 'Ä Ö', label: 'Space between umlauts' },
    { code: '\u0301A', label: 'Accent of nothing' },
    { code: '__proto__', label: 'Lost' },
    { code: 'OK', label: 'Two\nlines' },
    { code: 'OK', label: 'Turned \u202eround' },
    { code: 'OK', label: ' ' },
    { code: 'OK', label: 'x'.repeat(81) },
    { code: 'OK' },
  ])('cannot add $code, $label', async (body) => {
    for (const route of [api.addDepartment, api.addBlock, api.addCategory])
      expect(await admin.call(route, { body })).toMatchObject({ status: 400 });
  });

  test('moves an entry to a place, and the others make room', async () => {
    const before = codes((await read()).blocks);
    await admin.get(api.changeBlock, { params: { code: 'PG' }, body: { position: 2 } });
    const moved = before.filter((code) => code !== 'PG');
    expect(codes((await read()).blocks)).toEqual([moved[0], 'PG', ...moved.slice(1)]);
    await admin.get(api.changeBlock, {
      params: { code: 'PG' },
      body: { position: before.indexOf('PG') + 1 },
    });
    expect(codes((await read()).blocks)).toEqual(before);
  });

  test('renames, retires and brings back; each change is audited, and what is the same is none', async () => {
    const params = { code: 'hostel' };
    const change = async (body: object) =>
      (await admin.get(api.changeCategory, { params, body })).data.categories.find(
        ({ code }) => code === 'hostel',
      );
    const events = (await changes()).length;
    expect(await change({ label: 'Dormitory', retired: true })).toMatchObject({
      label: 'Dormitory',
      retired: true,
    });
    await change({ retired: true });
    expect(await change({ retired: false, label: 'Hostel' })).toMatchObject({ retired: false });
    expect((await changes()).slice(events)).toMatchObject([
      {
        actorId: admin.user.id,
        details: {
          category: 'hostel',
          before: { label: 'Hostel', retired: false },
          after: { label: 'Dormitory', retired: true },
        },
      },
      { details: { after: { label: 'Hostel', retired: false } } },
    ]);
  });

  test('names the head of a department, or nobody', async () => {
    const params = { code: 'CIVIL' };
    const headOf = async (headId: string | null) =>
      (await admin.get(api.changeDepartment, { params, body: { headId } })).data.departments.find(
        ({ code }) => code === 'CIVIL',
      )?.headId;
    expect(await headOf(teacher.user.id)).toBe(teacher.user.id);
    expect(await headOf(null)).toBeNull();
    for (const headId of ['f'.repeat(24), await entered(admin, teacher)]) {
      const refused = await admin.call(api.changeDepartment, { params, body: { headId } });
      expect(refused.body.error).toMatchObject({ code: 'USER_NOT_FOUND' });
    }
  });

  test('sees what an entry is used by', async () => {
    const { blocks } = (await admin.get(api.campusUsage)).data;
    await campus.key({ block: 'AUD' });
    const after = (await admin.get(api.campusUsage)).data;
    expect(after.blocks.AUD?.keys).toBe((blocks.AUD?.keys ?? 0) + 1);
    expect(after.departments.CSE?.people).toBeGreaterThan(0);
  });

  test('changes several entries in one call, all or none', async () => {
    const call = (...codes: string[]) =>
      admin.call(api.changeEntries, {
        params: { list: 'blocks' },
        body: { entries: codes.map((code) => ({ code, retired: true })) },
      });
    expect(await call('D', 'NOWHERE')).toMatchObject({ status: 404 });
    const isRetired = async (code: string) =>
      (await read()).blocks.find((block) => block.code === code)?.retired;
    expect(await isRetired('D')).toBe(false);
    expect(await call('D', 'E')).toMatchObject({
      status: 200,
      body: { message: '2 entries saved' },
    });
    expect([await isRetired('D'), await isRetired('E')]).toEqual([true, true]);
    expect(await call()).toMatchObject({ status: 400 });
  });

  test('changes nothing that is not there', async () => {
    const call = { params: { code: 'NOWHERE' }, body: { label: 'Somewhere' } };
    expect(await admin.call(api.changeBlock, call)).toMatchObject({
      status: 404,
      body: { message: 'This block does not exist.' },
    });
  });
});

test('two admins who add the same code at once: one is told that it exists', async () => {
  const add = (code: string) => admin.call(api.addCategory, { body: { code, label: 'Workshop' } });
  const statuses = (await Promise.all([add('shop'), add('SHOP'), add('Shop')])).map(
    ({ status }) => status,
  );
  expect(statuses.sort()).toEqual([200, 409, 409]);
});

describe('a second process has a changed list within seconds', () => {
  const labelAt = async (at: AppInstance) =>
    (await read(at)).blocks.find(({ code }) => code === 'C')?.label;

  test('when it is told, and so do its pages', async () => {
    const page = await openPage(teacher.at(second));
    await admin.get(api.changeBlock, { params: { code: 'C' }, body: { label: 'Chapel' } });
    expect(await labelAt(campus)).toBe('Chapel');
    await vi.waitFor(async () => expect(await labelAt(second)).toBe('Chapel'), waitOptions);
    await vi.waitFor(
      async () =>
        expect(page.received('campus-changed')).toContainEqual({
          about: 'lists',
          version: (await read(second)).version,
        }),
      waitOptions,
    );
  });

  test('even when nobody tells it', async () => {
    await campus.db.query("UPDATE blocks SET label = 'Cloister' WHERE code = 'C'");
    vi.advanceTimersByTime(20_000);
    await vi.waitFor(async () => expect(await labelAt(second)).toBe('Cloister'), waitOptions);
  });
});

describe('an entry that nothing uses', () => {
  const add = (code: string) => admin.get(api.addCategory, { body: { code, label: code } });
  const remove = (code: string, list: 'categories' | 'departments' = 'categories') =>
    admin.call(api.deleteEntry, { params: { list, code } });

  test('is deleted, in any script, and audited', async () => {
    await add('Küche');
    expect(await remove('KÜCHE')).toMatchObject({ status: 404 });
    expect(await remove('Küche')).toMatchObject({
      status: 200,
      body: { message: 'Küche deleted' },
    });
    expect(codes((await read()).categories)).not.toContain('Küche');
    const events = await listAuditEvents(campus.db, eq(auditEvents.action, 'delete-campus-entry'));
    expect(events).toMatchObject([{ actorId: admin.user.id, details: { category: 'Küche' } }]);
    expect(await remove('Küche')).toMatchObject({
      status: 404,
      body: { message: 'This category does not exist.' },
    });
  });

  test('is one that no key, person or rule has', async () => {
    for (const code of ['one', 'two', 'three']) await add(code);
    await campus.key({ category: 'one' });
    const removed = await campus.key({ category: 'two' });
    await admin.get(api.deleteKey, { params: { id: removed.id } });
    const rule = { scope: 'category', scopeId: 'three', kind: 'open', note: '' } as const;
    await admin.get(api.addDueRule, { body: rule });
    const messages = [];
    for (const code of ['one', 'two', 'three']) messages.push((await remove(code)).body.message);
    expect(messages).toEqual([
      'one is used by 1 key. You can retire it instead.',
      'two is used by the history of what was removed. You can retire it instead.',
      'three is used by 1 rule. You can retire it instead.',
    ]);
    const people = (await admin.get(api.campusUsage)).data.departments.CSE?.people ?? 0;
    await campus.key({ department: 'CSE' });
    expect((await remove('CSE', 'departments')).body.message).toMatch(
      new RegExp(`^Computer Science Engineering is used by \\d+ keys? and ${people} pe`),
    );
  });

  test('goes with all others of its list, or of all lists, in one call', async () => {
    const used = (await admin.get(api.campusUsage)).data;
    const call = (list: 'blocks' | 'lists') =>
      admin.get(api.deleteUnusedEntries, { params: { list } });
    const blocks = await call('blocks');
    expect(blocks.data.deleted).toBeGreaterThan(0);
    expect(codes(blocks.data.campus.blocks).sort()).toEqual(
      Object.keys(used.blocks)
        .filter((code) => used.blocks[code]?.keys)
        .sort(),
    );
    expect(blocks.data.campus.categories.length).toBeGreaterThan(2);
    const all = await call('lists');
    expect(codes(all.data.campus.categories)).toEqual(expect.arrayContaining(['one', 'three']));
    expect(codes(all.data.campus.categories)).not.toContain('auditorium');
    expect((await call('lists')).data.deleted).toBe(0);
  });
});
