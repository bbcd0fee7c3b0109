import { api } from '@keydesk/shared/api';
import { formatKeyTag } from '@keydesk/shared/keys/key-tag';
import { beforeAll, describe, expect, test } from 'vitest';
import { listAuditEvents } from '../../../test/audit.ts';
import {
  beginDuty,
  dutyAt,
  handOverAt,
  insertDesk,
  type TestComputer,
} from '../../../test/desk-computer.ts';
import { giveKey } from '../../../test/handovers.ts';
import { testCampus } from '../../../test/test-campus.ts';
import type { TestClient } from '../../../test/test-client.ts';

const campus = testCampus();
const faculty = campus.resident('faculty');
const desk = campus.resident('security');
const admin = campus.resident('admin');
let deskId: string;
let computer: TestComputer;
let guard: TestClient;

const shiftAt = async (at: TestComputer) => (await at.get(api.getShift)).data;
const write = (text: string, at = computer) => at.get(api.putShiftNote, { body: { text } });
const read = (ids: string[], at = computer) => at.get(api.readShiftNotes, { body: { ids } });
const unread = async (at = computer) =>
  (await shiftAt(at)).notes.filter((note) => note.read === null).map(({ text }) => text);

beforeAll(async () => {
  deskId = await insertDesk(campus);
  ({ computer, guard } = await dutyAt(campus, deskId));
});

describe('a note for the next shift', () => {
  test('is shown to whoever begins duty there until they have read it', async () => {
    await write('  The plant room lock sticks.\nCall Voltas.  ');
    const next = await campus.person('security');
    await beginDuty(computer, next);
    const [note] = (await shiftAt(computer)).notes;
    expect(note).toMatchObject({
      text: 'The plant room lock sticks.\nCall Voltas.',
      writtenBy: { id: guard.user.id, name: guard.user.name },
      read: null,
    });
    await read([note?.id ?? '']);
    expect(await unread()).toEqual([]);
    expect((await shiftAt(computer)).notes[0]?.read?.by.id).toBe(next.user.id);
    const actions = (await listAuditEvents(campus.db, undefined)).map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(['write-shift-note', 'read-shift-note']));
    guard = next;
  });

  test('takes the place of the guard’s own that nobody has read, and can be removed', async () => {
    await write('One');
    await write('Two');
    expect(await unread()).toEqual(['Two']);
    await write('');
    expect(await unread()).toEqual([]);
  });

  test('cannot be read away by who wrote it, nor at another desk', async () => {
    await write('Mind the dog');
    const note = (await shiftAt(computer)).notes.find(({ text }) => text === 'Mind the dog');
    const elsewhere = await dutyAt(campus, await insertDesk(campus));
    await read([note?.id ?? '']);
    await read([note?.id ?? ''], elsewhere.computer);
    expect(await unread()).toEqual(['Mind the dog']);
    expect(await unread(elsewhere.computer)).toEqual([]);
  });

  test('of two guards at one desk leaves that of the other alone', async () => {
    const second = await dutyAt(campus, deskId);
    await write('Another', second.computer);
    expect(await unread()).toEqual(['Mind the dog', 'Another']);
    await write('Mind the cat');
    expect(await unread()).toEqual(['Another', 'Mind the cat']);
  });

  test.each([
    ['too long', 'x'.repeat(1_001), 'The note must be at most 1000 characters'],
    ['invisible', 'a\u202eb', 'The note must not have control or invisible characters'],
    ['no text', undefined, 'Text is required'],
  ])('that is %s is refused', async (_, text, message) => {
    const answer = await computer.call(api.putShiftNote, { body: { text } });
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toContain(message);
    expect(await unread()).toEqual(['Another', 'Mind the cat']);
  });

  test('needs a guard on duty at a desk’s computer', async () => {
    const notHere = { status: 403, body: { error: { code: 'NOT_A_DESK_COMPUTER' } } };
    expect((await desk.get(api.getShift)).data).toMatchObject({ notes: [], lastDuty: null });
    expect(await desk.call(api.putShiftNote, { body: { text: 'x' } })).toMatchObject(notHere);
    const body = { ids: [faculty.user.id] };
    expect(await desk.call(api.readShiftNotes, { body })).toMatchObject(notHere);
    expect((await faculty.call(api.getShift)).status).toBe(403);
  });
});

describe('the figures of a shift', () => {
  test('are those of this desk, with keys that belong to none', async () => {
    const here = await insertDesk(campus);
    const { computer: window, guard: first } = await dutyAt(campus, here);
    const before = await shiftAt(window);
    expect(before).toMatchObject({ lastDuty: null, ofOtherDesks: 0 });
    const [own, other] = [
      await campus.key({ deskId: here }),
      await campus.key({ deskId: await insertDesk(campus) }),
    ];
    await giveKey(desk, faculty, own.id);
    await giveKey(desk, faculty, other.id);
    await handOverAt(campus, window);
    const damaged = await campus.key({ deskId: here });
    await window.get(api.reportKey, { params: { id: damaged.id }, body: { kind: 'damaged' } });
    const retired = await insertDesk(campus, { retiredAt: new Date() });
    await giveKey(desk, faculty, (await campus.key({ deskId: retired })).id);
    const lying = await campus.key({ deskId: await insertDesk(campus) });
    await campus.db.query('UPDATE keys SET away_desk_id = $2 WHERE id = $1', [lying.id, here]);
    await campus.db.query(
      `UPDATE loans SET taken_at = now() - interval '3 h', due_at = now() - interval '2 h',
                        grace_until = now() - interval '1 h' WHERE key_id = $1`,
      [own.id],
    );
    const after = await shiftAt(window);
    expect(after).toMatchObject({
      // Its own, one of no desk, and one of a desk that is no more.
      keysOut: before.keysOut + 3,
      overdue: before.overdue + 1,
      reported: before.reported + 1,
      ofOtherDesks: 1,
    });
    await beginDuty(window, await campus.person('security'));
    expect((await shiftAt(window)).lastDuty?.guard.id).toBe(first.user.id);
  });
});

describe('what the shift before left', () => {
  const newName = () => `Desk ${crypto.randomUUID().slice(0, 8)}`;
  const count = async (at: TestComputer, keyId: string) => {
    const { count } = (await at.get(api.beginCount, { body: { scope: { kind: 'desk' } } })).data;
    const params = { id: count.id };
    await at.get(api.scanForCount, { params, body: { tags: [formatKeyTag(keyId)] } });
    await at.get(api.closeCount, { params });
  };

  test.each([
    ['ended', (at: TestComputer) => at.get(api.endDuty)],
    ['was relieved', async () => {}],
  ])('is as it was when that guard %s', async (_, leave) => {
    const { data } = await admin.get(api.addDesk, { body: { name: newName(), place: 'Gate' } });
    const here = data.desk.id;
    const { computer: window, guard: first } = await dutyAt(campus, here);
    const [out, hung] = [await campus.key({ deskId: here }), await campus.key({ deskId: here })];
    const before = await shiftAt(window);
    await giveKey(desk, faculty, out.id);
    await count(window, hung.id);
    await leave(window);
    const second = await campus.person('security');
    await beginDuty(window, second);
    await desk.get(api.collectKey, { params: { id: out.id }, body: {} });
    await count(window, hung.id);
    const { lastDuty, ...now } = await shiftAt(window);
    expect(now).toMatchObject({
      keysOut: before.keysOut,
      lastCount: { closedBy: { id: second.user.id } },
    });
    expect(lastDuty).toMatchObject({
      guard: { id: first.user.id },
      figures: {
        keysOut: before.keysOut + 1,
        lastCount: { closedBy: { id: first.user.id } },
      },
    });
    const closedAt = Date.parse(lastDuty?.figures?.lastCount?.closedAt ?? '');
    expect(closedAt).toBeLessThanOrEqual(Date.parse(lastDuty?.to ?? ''));
  });

  test('is never one’s own', async () => {
    const { computer: window, guard: first } = await dutyAt(campus, await insertDesk(campus));
    await window.get(api.endDuty);
    await beginDuty(window, first);
    expect((await shiftAt(window)).lastDuty).toBeNull();
    const second = await campus.person('security');
    await beginDuty(window, second);
    expect((await shiftAt(window)).lastDuty?.guard.id).toBe(first.user.id);
    await beginDuty(window, first);
    expect((await shiftAt(window)).lastDuty?.guard.id).toBe(second.user.id);
  });
});
