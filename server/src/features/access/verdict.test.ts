import { api } from '@keydesk/shared/api';
import { beforeAll, describe, expect, test } from 'vitest';
import { addRuleAbout, endRule, giveGrant, groupOf } from '../../../test/access-rules.ts';
import { ageLoans, giveKey } from '../../../test/handovers.ts';
import { setDesk } from '../../../test/lending.ts';
import { testCampus } from '../../../test/test-campus.ts';
import type { TestClient } from '../../../test/test-client.ts';

let by: string;

const campus = testCampus();
const admin = campus.resident('admin', { name: 'R. Iyer' });
const guard = campus.resident('security');
beforeAll(() => {
  by = admin.user.id;
});
const asha = campus.newcomer('faculty', { name: 'Asha Rao' });

async function verdictOf(who: TestClient, keyId: string, query: Record<string, string> = {}) {
  return (await who.get(api.keyVerdict, { params: { id: keyId }, query })).data;
}

describe('whether somebody may take a key', () => {
  test('is said to themselves, and to the desk of anybody', async () => {
    const key = await campus.key({ keyNumber: 'V-1', level: 'high' });
    const text = 'V-1 is a high-security key, for people with access by name only.';
    const refused = {
      verdict: {
        outcome: 'refused',
        reasons: [{ code: 'HIGH_SECURITY', text }],
        obligations: [],
        next: null,
      },
      whoMayTake: [text],
      inReason: 0,
      isOpen: false,
    };
    expect(await verdictOf(asha, key.id)).toEqual(refused);
    const query = { userId: asha.user.id };
    for (const one of [guard, admin]) expect(await verdictOf(one, key.id, query)).toEqual(refused);
    const other = await campus.person();
    const { status } = await other.call(api.keyVerdict, { params: { id: key.id }, query });
    expect(status).toBe(403);
  });

  test('is said for a moment in the past by what held then', async () => {
    const key = await campus.key();
    const rule = await addRuleAbout(campus.db, { keyId: key.id, by });
    await campus.db.query(
      `UPDATE access_rules SET created_at = now() - interval '2 days',
                               ended_at = now() - interval '1 day' WHERE id = $1`,
      [rule],
    );
    const outcomeAt = async (hoursAgo: number) => {
      const at = new Date(Date.now() - hoursAgo * 3_600_000).toISOString();
      return (await verdictOf(guard, key.id, { userId: asha.user.id, at })).verdict.outcome;
    };
    expect(await outcomeAt(60)).toBe('allowed');
    expect(await outcomeAt(36)).toBe('refused');
    expect(await outcomeAt(1)).toBe('allowed');
  });

  test('is not rewritten by a grant that begins before it was given', async () => {
    const key = await campus.key({ level: 'high' });
    const validFrom = new Date(Date.now() - 5 * 86_400_000);
    await giveGrant(campus.db, { keyId: key.id, userId: asha.user.id, givenBy: by, validFrom });
    const yesterday = new Date(Date.now() - 86_400_000).toISOString();
    const query = { userId: asha.user.id };
    const { verdict, whoMayTake } = await verdictOf(guard, key.id, { ...query, at: yesterday });
    expect(verdict.outcome).toBe('refused');
    expect(whoMayTake.join()).not.toContain('Asha Rao');
    expect((await verdictOf(guard, key.id, query)).verdict.outcome).toBe('allowed');
  });

  test('names an owner only if requests go to them', async () => {
    const operator = await campus.person('operator');
    const key = await campus.key({ level: 'restricted', ownerId: operator.user.id });
    const { reasons } = (await verdictOf(asha, key.id)).verdict;
    expect(reasons[0]?.text).toBe('An admin decides who takes this key.');
  });

  test('is said of people who can take no keys', async () => {
    const key = await campus.key();
    const operator = await campus.person('operator');
    const { verdict } = await verdictOf(guard, key.id, { userId: operator.user.id });
    expect(verdict).toMatchObject({
      outcome: 'refused',
      reasons: [{ code: 'HOLDER_CANNOT_BORROW', text: 'This person cannot take keys.' }],
    });
  });

  test('is not said of keys, people or times that there are not', async () => {
    const { id } = await campus.key();
    const unknown = 'f'.repeat(24);
    const call = (keyId: string, query: Record<string, string>) =>
      guard.call(api.keyVerdict, { params: { id: keyId }, query });
    expect((await call(unknown, {})).body).toMatchObject({ error: { code: 'KEY_NOT_FOUND' } });
    expect((await call(id, { userId: unknown })).body).toMatchObject({
      error: { code: 'PERSON_NOT_FOUND' },
    });
    expect((await call(id, { at: 'yesterday' })).status).toBe(400);
    expect((await call('x', {})).status).toBe(400);
  });
});

describe('who may take a key', () => {
  test('is a sentence for each rule about it, and one for what they leave open', async () => {
    const key = await campus.key({ keyNumber: 'V-2', level: 'restricted', ownerId: guard.user.id });
    const members = [asha.user.id];
    const group = await groupOf(campus.db, { name: 'Welders', members, by });
    const about = { keyId: key.id, by };
    await addRuleAbout(campus.db, {
      ...about,
      subject: 'group',
      subjectId: group,
      effect: 'allow',
    });
    await addRuleAbout(campus.db, { ...about, fromTime: '18:00', exceptGroupId: group });
    await addRuleAbout(campus.db, {
      ...about,
      subject: 'person',
      subjectId: by,
      effect: 'allow',
    });
    await giveGrant(campus.db, { keyId: key.id, userId: asha.user.id, givenBy: by });
    const rules = [
      'No one except Welders can take key V-2 after 18:00.',
      'Welders can take key V-2.',
    ];
    const rest = `Otherwise ${guard.user.name} decides.`;
    expect((await verdictOf(asha, key.id)).whoMayTake).toEqual([...rules, rest]);
    const query = { userId: asha.user.id };
    expect((await verdictOf(guard, key.id, query)).whoMayTake).toEqual([
      ...['R. Iyer can take key V-2.', ...rules, 'People with access: Asha Rao.'],
      // The guard owns it.
      'Otherwise you decide.',
    ]);
  });

  test('is nobody who is suspended', async () => {
    const [{ id }, away] = [await campus.key(), await campus.person()];
    await campus.db.query('UPDATE users SET suspended_at = now() WHERE id = $1', [away.user.id]);
    const { verdict } = await verdictOf(guard, id, { userId: away.user.id });
    expect(verdict).toMatchObject({
      outcome: 'refused',
      reasons: [{ text: 'This person cannot take keys.' }],
    });
  });

  test('is everybody where nothing is said', async () => {
    const { id } = await campus.key();
    expect(await verdictOf(asha, id)).toMatchObject({
      whoMayTake: ['Everyone can take this key.'],
      inReason: null,
      isOpen: true,
    });
  });
});

describe('the keys that are not free', () => {
  async function notFree(who: TestClient) {
    return (await who.get(api.keysAccess)).data.notFree;
  }

  test('are those that the caller may not simply take, and why', async () => {
    const keys = {
      normal: await campus.key(),
      restricted: await campus.key({ level: 'restricted' }),
      high: await campus.key({ level: 'high' }),
      denied: await campus.key(),
      granted: await campus.key({ level: 'high' }),
      deleted: await campus.key({ level: 'high', deletedAt: new Date() }),
    };
    await addRuleAbout(campus.db, { keyId: keys.denied.id, by });
    await giveGrant(campus.db, { keyId: keys.granted.id, userId: asha.user.id, givenBy: by });
    const answer = await notFree(asha);
    expect(Object.values(keys).map(({ id }) => answer[id])).toEqual([
      undefined,
      { outcome: 'needs-approval', code: 'APPROVAL_NEEDED' },
      { outcome: 'refused', code: 'HIGH_SECURITY' },
      { outcome: 'refused', code: 'DENIED_BY_RULE' },
      undefined,
      undefined,
    ]);
  });

  test('are read again only after something has changed for the caller', async () => {
    const [key, other] = [await campus.key(), await campus.key()];
    await giveKey(guard, asha, other.id);
    const read = async () => {
      const { headers } = await asha.call(api.keysAccess);
      return headers.get('etag') ?? '';
    };
    const statusWith = async (etag: string) =>
      (await asha.call(api.keysAccess, { headers: { 'if-none-match': etag } })).status;
    const first = await read();
    expect(await statusWith(first)).toBe(304);
    await guard.get(api.collectKey, { params: { id: other.id } });
    await giveKey(guard, asha, other.id);
    expect(await statusWith(first)).toBe(304);
    const rule = await addRuleAbout(campus.db, { keyId: key.id, by });
    expect(await statusWith(first)).toBe(200);
    await endRule(campus.db, rule);
    expect(await statusWith(first)).toBe(304);
    await admin.get(api.updateKey, { params: { id: key.id }, body: { level: 'high' } });
    expect(await statusWith(first)).toBe(200);
    const second = await read();
    await giveGrant(campus.db, { keyId: key.id, userId: asha.user.id, givenBy: by });
    expect(await statusWith(second)).toBe(200);
    await setDesk(admin, { noKeysWhileOverdue: true });
    const third = await read();
    await ageLoans(campus.db, other.id, 3);
    expect(await statusWith(third)).toBe(200);
    await setDesk(admin);
  });

  test('are all keys while one is overdue, where the settings say so', async () => {
    const [late, wanted] = [await campus.key(), await campus.key()];
    await giveKey(guard, asha, late.id);
    await ageLoans(campus.db, late.id, 3);
    await setDesk(admin, { noKeysWhileOverdue: true });
    expect((await notFree(asha))[wanted.id]).toEqual({ outcome: 'refused', code: 'OVERDUE_KEY' });
    await setDesk(admin);
    expect((await notFree(asha))[wanted.id]).toBeUndefined();
  });

  test('are exactly those whose own verdict does not allow', async () => {
    const group = await groupOf(campus.db, { name: 'Some', members: [asha.user.id], by });
    const place = { keyId: '', by };
    await addRuleAbout(campus.db, { ...place, target: 'block', targetId: 'A', effect: 'approve' });
    await addRuleAbout(campus.db, {
      ...place,
      target: 'category',
      targetId: 'lab',
      exceptGroupId: group,
    });
    await addRuleAbout(campus.db, {
      ...place,
      target: 'department',
      targetId: 'CSE',
      subject: 'group',
      subjectId: group,
      effect: 'allow',
      fromTime: '00:00',
      toTime: '12:00',
    });
    for (const who of [asha, guard, await campus.person('faculty', { department: 'EEE' })]) {
      const answer = await notFree(who);
      for (const { _id } of (await who.get(api.listKeys)).data.keys) {
        const { outcome, reasons } = (await verdictOf(who, _id)).verdict;
        expect(answer[_id]).toEqual(
          outcome === 'allowed' ? undefined : { outcome, code: reasons[0]?.code },
        );
      }
    }
  });
});
