import { api } from '@keydesk/shared/api';
import { describe, expect, test, vi } from 'vitest';
import { giveKey } from '../../../test/handovers.ts';
import { testCampus } from '../../../test/test-campus.ts';
import { unusualDates } from '../../../test/unusual-dates.ts';
import { auditEvents } from '../../db/schema.ts';

const campus = testCampus();
const admin = campus.resident('admin');
const guard = campus.resident('security');
const asha = campus.resident();

async function list(query: Record<string, string> = {}) {
  return (await admin.get(api.listAudit, { query })).data;
}

async function csv(query: Record<string, string> = {}) {
  const { status, headers, body } = await admin.call(api.exportAudit, { query });
  return { status, headers, lines: String(body.text).split('\r\n') };
}

describe('the audit trail', () => {
  test('shows a handover with everybody and everything in it', async () => {
    const key = await giveKey(guard, asha, (await campus.key()).id);
    await vi.waitFor(async () => {
      const { events } = await list({ key: key._id });
      expect(events).toMatchObject([
        {
          action: 'hand-out',
          actor: { id: guard.user.id, name: guard.user.name },
          subject: { id: asha.user.id, name: asha.user.name },
          key: { id: key._id, keyNumber: key.keyNumber },
          loanId: expect.stringMatching(/^[0-9a-f]{24}$/),
          method: 'code',
          reason: null,
          sealed: true,
        },
      ]);
    }, 60_000);
  });

  test('names the people and keys whose ids are in the details', async () => {
    const key = await giveKey(guard, asha, (await campus.key()).id);
    await guard.get(api.collectKey, { params: { id: key._id } });
    const [back] = (await list({ key: key._id })).events;
    expect(back).toMatchObject({
      action: 'take-back',
      details: { returnedBy: guard.user.id },
      mentioned: [{ id: guard.user.id, kind: 'person', name: guard.user.name }],
    });
    await csv({ key: key._id });
    const [exported] = (await list({ action: 'export-audit' })).events;
    expect(exported).toMatchObject({
      mentioned: [{ id: key._id, kind: 'key', name: key.keyNumber }],
    });
  });

  test('leaves out who signed in and out, but not who was refused', async () => {
    const person = await campus.person();
    const actions = ['sign-in', 'sign-out', 'confirm-sign-in', 'sign-in-refused', 'rename'];
    await campus.db.orm
      .insert(auditEvents)
      .values(actions.map((action) => ({ action, actorId: person.user.id })));
    const all = await list({ person: person.user.id });
    expect(all.events).toHaveLength(5);
    const fewer = await list({ person: person.user.id, hide: 'sign-ins' });
    expect(fewer.events.map(({ action }) => action)).toEqual(['rename', 'sign-in-refused']);
    const { lines } = await csv({ person: person.user.id, hide: 'sign-ins' });
    expect(lines.filter(Boolean)).toHaveLength(3);
    expect((await admin.call(api.listAudit, { query: { hide: 'handovers' } })).status).toBe(400);
  });

  test('names people by what they did and by what was done to them', async () => {
    const ravi = await campus.person();
    const key = await giveKey(guard, ravi, (await campus.key()).id);
    await ravi.get(api.updateProfile, { body: { name: 'Ravi' } });
    await giveKey(guard, asha, (await campus.key()).id);
    const { events } = await list({ person: ravi.user.id });
    expect(events.map(({ action }) => action)).toEqual(['rename', 'hand-out']);
    const both = await list({ person: ravi.user.id, key: key._id });
    expect(both.events.map(({ action }) => action)).toEqual(['hand-out']);
    expect((await list({ person: ravi.user.id, action: 'rename' })).events).toHaveLength(1);
  });

  test('keeps the name of somebody who has been deleted', async () => {
    const gone = await campus.person('faculty', { name: 'Gone Person' });
    await gone.get(api.updateProfile, { body: { name: 'Gone Since' } });
    await admin.get(api.deleteUser, { params: { id: gone.user.id } });
    const [deletion, renaming] = (await list({ person: gone.user.id })).events;
    expect(deletion).toMatchObject({ action: 'delete-user', subject: { name: 'Gone Since' } });
    expect(renaming).toMatchObject({ action: 'rename', actor: { name: 'Gone Since' } });
  });

  test('is limited to a span of time, its end excluded', async () => {
    const at = (text: string) => ({ action: 'rename', at: new Date(text), reason: text });
    const [one, two, three] = [
      '2025-03-01T00:00:00.000Z',
      '2025-03-02T00:00:00.000Z',
      '2025-03-03T00:00:00.000Z',
    ] as const;
    await campus.db.orm.insert(auditEvents).values([at(one), at(two), at(three)]);
    const { events } = await list({ from: one, to: three });
    expect(events.map(({ reason }) => reason)).toEqual([two, one]);
  });

  test('comes page by page, newest first, and nothing twice or never', async () => {
    const person = await campus.person();
    const events = Array.from({ length: 7 }, () => ({
      action: 'rename',
      subjectId: person.user.id,
    }));
    await campus.db.orm.insert(auditEvents).values(events);
    const ids: number[] = [];
    for (let before: string | undefined, more = true; more; ) {
      const page = await list({
        person: person.user.id,
        limit: '3',
        ...(before ? { before } : {}),
      });
      ids.push(...page.events.map(({ id }) => id));
      before = String(page.events.at(-1)?.id);
      more = page.hasMore;
    }
    expect(ids).toHaveLength(7);
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a));
  });

  test('names every kind of event for its filter', async () => {
    expect((await list()).actions).toEqual(
      expect.arrayContaining(['hand-out', 'take-back', 'sign-in', 'change-settings']),
    );
  });

  test.each([{ limit: '101' }, { limit: '0' }, { before: 'x' }, { person: 'x' }, { from: 'x' }])(
    'refuses what it cannot filter by: %j',
    async (query) => {
      expect((await admin.call(api.listAudit, { query })).status).toBe(400);
    },
  );

  test.each(unusualDates)('refuses the moment %s, as a file too', async (at) => {
    for (const query of [{ from: at }, { to: at }])
      for (const route of [api.listAudit, api.exportAudit])
        expect((await admin.call(route, { query })).status).toBe(400);
  });
});

describe('the exported trail', () => {
  test('is a CSV file of the events that match', async () => {
    const key = await giveKey(guard, asha, (await campus.key()).id);
    const { status, headers, lines } = await csv({ key: key._id });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="audit-\d{4}-\d\d-\d\d\.csv"$/,
    );
    expect(lines[0]).toBe(
      'id,time,action,level,actor,actorId,subject,subjectId,keyNumber,keyId,loanId,method,reason,details',
    );
    expect(lines[1]).toContain(`hand-out,INFO,${guard.user.name},${guard.user.id}`);
    expect(lines.slice(2)).toEqual(['']);
  });

  test('runs nothing in a spreadsheet', async () => {
    const reason = '=HYPERLINK("http://evil.test")';
    const evil = await campus.person();
    await campus.db.orm
      .insert(auditEvents)
      .values({ action: 'rename', subjectId: evil.user.id, reason });
    const { lines } = await csv({ person: evil.user.id });
    expect(lines[1]).toContain(`"'=HYPERLINK(""http://evil.test"")"`);
  });

  test('is complete beyond one page of the database', async () => {
    const rows = Array.from({ length: 1201 }, () => ({ action: 'register', method: 'many' }));
    await campus.db.orm.insert(auditEvents).values(rows);
    const { lines } = await csv({ action: 'register' });
    expect(lines).toHaveLength(1201 + 2);
    expect(new Set(lines).size).toBe(lines.length);
  });

  test('is itself on record', async () => {
    await csv({ person: asha.user.id });
    const [event] = (await list({ action: 'export-audit' })).events;
    expect(event).toMatchObject({
      actor: { id: admin.user.id },
      details: { filter: { person: asha.user.id } },
    });
  });
});
