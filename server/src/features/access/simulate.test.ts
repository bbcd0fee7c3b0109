import { decideAccess } from '@keydesk/shared/access/decide-access';
import { api } from '@keydesk/shared/api';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { addAccessRule, addGroup, endAccessRules } from '../../../test/access-admin.ts';
import { closed, loanRow } from '../../../test/factories/loans.ts';
import { testCampus } from '../../../test/test-campus.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { grants, groupMembers, keys, loans, users } from '../../db/schema.ts';
import { readAllRules } from './access-input.ts';
import { columnsOf } from './rules.ts';

let people: TestClient[];

const timezone = 'Asia/Kolkata';
const hour = 3_600_000;

const campus = testCampus();
const admin = campus.resident('admin');
beforeAll(async () => {
  people = [
    await campus.person('faculty', { department: 'CSE' }),
    await campus.person('faculty', { department: 'EEE' }),
    await campus.person('security'),
  ];
});
beforeEach(async () => {
  await endAccessRules(campus.db);
  // Not TRUNCATE, whose locks wait for those of the jobs.
  await campus.db.query('DELETE FROM loans');
  await campus.db.query('DELETE FROM grants');
});

function ago(hours: number): Date {
  return new Date(Date.now() - hours * hour);
}

/** A loan that began so many hours ago and ended an hour later. */
async function lent(keyId: string, holder: TestClient | undefined, hours: number): Promise<void> {
  if (!holder) throw new Error('This person does not exist.');
  const parties = { keyId, holderId: holder.user.id, handedBy: admin.user.id };
  await campus.db.orm.insert(loans).values(closed(loanRow({ ...parties, takenAt: ago(hours) })));
}

async function simulate(rule: object) {
  const body = { target: 'all', subject: 'everyone', effect: 'deny', ...rule };
  return (await admin.get(api.simulateAccessRule, { body })).data;
}

test('only the hand-outs of the last 30 days count, and nothing is stored', async () => {
  const { id } = await campus.key();
  for (const hours of [2, 24 * 29, 24 * 31]) await lent(id, people[0], hours);
  expect(await simulate({})).toEqual({ handOuts: 2, refused: 2, needApproval: 0 });
  expect(await simulate({ effect: 'approve' })).toEqual({
    handOuts: 2,
    refused: 0,
    needApproval: 2,
  });
  expect(await simulate({ effect: 'allow' })).toMatchObject({ refused: 0, needApproval: 0 });
  const validity = { validFrom: '2199-01-01T00:00:00Z', validUntil: '2199-01-02T00:00:00Z' };
  expect(await simulate(validity)).toMatchObject({ refused: 2 });
  expect((await admin.get(api.listAccessRules)).data.rules).toEqual([]);
});

test('what was refused or needed approval without the rule is not counted again', async () => {
  const { id } = await campus.key({ level: 'high' });
  await lent(id, people[0], 2);
  expect(await simulate({})).toMatchObject({ refused: 0 });
  const restricted = await campus.key({ level: 'restricted' });
  await lent(restricted.id, people[0], 3);
  expect(await simulate({ effect: 'approve' })).toMatchObject({ refused: 0, needApproval: 0 });
  expect(await simulate({})).toMatchObject({ refused: 1 });
});

test('a grant counts that lived then or lives now', async () => {
  const key = await campus.key({ level: 'restricted' });
  for (const hours of [100, 50, 10]) await lent(key.id, people[0], hours);
  const grant = {
    keyId: key.id,
    userId: people[0]?.user.id ?? '',
    givenBy: admin.user.id,
    reason: '',
  };
  const approve = { effect: 'approve', target: 'key', targetId: key.id };
  const whoMay = { effect: 'allow', target: 'key', targetId: key.id };
  await addAccessRule(admin, whoMay);
  expect(await simulate(approve)).toMatchObject({ needApproval: 0 });
  await endAccessRules(campus.db);
  await campus.db.orm.insert(grants).values({
    ...grant,
    usesLeft: 0,
    createdAt: ago(60),
    validFrom: ago(60),
    validUntil: ago(40),
  });
  // Of the three, only the hand-out within the grant's time was allowed; a deny changes all three.
  expect(await simulate({ target: 'key', targetId: key.id })).toMatchObject({ refused: 3 });
  await campus.db.orm.insert(grants).values({ ...grant, validFrom: ago(1) });
  expect(await simulate(approve)).toMatchObject({ needApproval: 0, refused: 0 });
});

test('a grant does not count for hand-outs before it was given', async () => {
  const { id: keyId } = await campus.key();
  const [holder] = people;
  await lent(keyId, holder, 50);
  await campus.db.orm.insert(grants).values({
    keyId,
    userId: holder?.user.id ?? '',
    givenBy: admin.user.id,
    reason: '',
    validFrom: ago(60),
    createdAt: ago(2),
    revokedAt: ago(1),
  });
  expect(await simulate({ effect: 'approve' })).toMatchObject({ needApproval: 1 });
});

test('its figures are those of a replay of every hand-out, one by one', async () => {
  const levels = ['normal', 'restricted', 'high'] as const;
  const made = await Promise.all(
    [...levels, ...levels].map((level, at) =>
      campus.key({ level, category: at % 2 ? 'lab' : 'office', block: at > 2 ? 'B' : 'A' }),
    ),
  );
  const group = await addGroup(admin, 'Trained', ...people.slice(0, 2));
  const [random, pick] = seeded(4711);
  for (let count = 0; count < 150; count += 1)
    await lent(pick(made).id, pick(people), 1 + random() * 24 * 29);
  for (let round = 0; round < 40; round += 1) {
    await endAccessRules(campus.db);
    for (let count = 0; count < 4; count += 1) await addAccessRule(admin, randomRule());
    const candidate = randomRule();
    expect(await simulate(candidate), JSON.stringify(candidate)).toEqual(await replay(candidate));
  }

  function randomRule() {
    const targets = [
      { target: 'all' },
      { target: 'category', targetId: pick(['lab', 'office']) },
      { target: 'block', targetId: 'B' },
      { target: 'department', targetId: 'CSE' },
      { target: 'key', targetId: pick(made).id },
    ] as const;
    const subjects = [
      { subject: 'everyone' },
      { subject: 'role', subjectId: pick(['faculty', 'security']) },
      { subject: 'department', subjectId: pick(['CSE', 'EEE']) },
      { subject: 'group', subjectId: group },
      { subject: 'person', subjectId: pick(people).user.id },
    ] as const;
    const times = pick([{}, { fromTime: '18:00' }, { fromTime: '20:00', toTime: '07:00' }]);
    return {
      ...pick(targets),
      ...pick(subjects),
      ...times,
      effect: pick(['allow', 'approve', 'deny'] as const),
      ...(random() < 0.3 && { weekdays: [1, 2, 3] }),
      ...(random() < 0.2 && { exceptGroupId: group }),
    };
  }

  async function replay(candidate: ReturnType<typeof randomRule>) {
    const { orm } = campus.db;
    const rules = await readAllRules(campus.db);
    const [all, keyRows, userRows, memberships] = [
      await orm.select().from(loans),
      await orm.select().from(keys),
      await orm.select().from(users),
      await orm.select().from(groupMembers),
    ];
    const columns = columnsOf({ ...candidate, note: '' });
    const names = { targetName: null, subjectName: null, exceptGroupName: null };
    const added = { ...columns, ...names, id: 'x', createdByName: '' };
    const counts = { handOuts: 0, refused: 0, needApproval: 0 };
    for (const loan of all) {
      const key = keyRows.find(({ id }) => id === loan.keyId);
      const person = userRows.find(({ id }) => id === loan.holderId);
      if (!key || !person) throw new Error('A loan has lost its key or holder');
      const input = {
        at: loan.takenAt,
        timezone,
        key,
        person,
        granted: false,
        groupIds: memberships
          .filter(({ userId }) => userId === person.id)
          .map(({ groupId }) => groupId),
        approverName: null,
        overdueKeyNumber: null,
      };
      const without = decideAccess({ ...input, rules }).outcome;
      const withIt = decideAccess({
        ...input,
        rules: [...rules, { ...added, validFrom: null, validUntil: null }],
      }).outcome;
      counts.handOuts += 1;
      if (withIt === 'refused' && without !== 'refused') counts.refused += 1;
      if (withIt === 'needs-approval' && without === 'allowed') counts.needApproval += 1;
    }
    return counts;
  }
}, 120_000);

/** Random numbers that are the same in every run, and a choice by them. */
function seeded(seed: number): [() => number, <T>(choices: readonly T[]) => T] {
  let state = seed;
  const random = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const pick = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)] as T;
  return [random, pick];
}
