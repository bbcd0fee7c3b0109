import { api } from '@keydesk/shared/api';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { dutyAt } from '../../../test/desk-computer.ts';
import { testCampus } from '../../../test/test-campus.ts';
import {
  answerTo,
  confirmedVisitor,
  entered,
  newPhone,
  visitorOf,
} from '../../../test/visitors.ts';
import { transact } from '../../db/client.ts';
import { auditEvents, users, visitors } from '../../db/schema.ts';
import { countUsersByIssuer, findOrLinkUser, type LinkPolicy } from '../session/sign-up.ts';

const campus = testCampus();
const admin = campus.resident('admin');
const guard = campus.newcomer('security');
const asha = campus.newcomer('faculty', { name: 'Asha Rao' });
const day = 86_400_000;

async function rowOf(id: string) {
  const [row] = await campus.db.orm.select().from(users).where(eq(users.id, id));
  return row;
}

async function visitRow(id: string) {
  const [row] = await campus.db.orm.select().from(visitors).where(eq(visitors.userId, id));
  return row;
}

function inDays(days: number): string {
  return new Date(Date.now() + days * day).toISOString();
}

describe('the desk enters a visitor', () => {
  test('who is a person without address, and their sponsor is asked where they are', async () => {
    const { computer } = await dutyAt(campus);
    const { data } = await computer.get(api.enterVisitor, {
      body: visitorOf(asha, { phone: '+91 98450-12 345' }),
    });
    const { id } = data.person;
    expect(data.person.name).toBe('Ravi of Voltas (visitor)');
    expect(await rowOf(id)).toMatchObject({ role: 'visitor', phone: '+919845012345' });
    const { notifications } = (await asha.get(api.listNotifications)).data;
    expect(notifications).toMatchObject([
      { title: 'Visitor at the desk', visitorAskId: (await visitRow(id))?.askId },
    ]);
    expect(notifications[0]?.message).toMatch(
      /^Visitor Ravi of Voltas is at .+ and names you as sponsor until .+\.$/,
    );
    expect(notifications[0]).not.toHaveProperty('keyId');
    const [event] = await campus.db.orm
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.subjectId, id));
    expect(event).toMatchObject({ action: 'enter-visitor' });
    expect(JSON.stringify(event)).not.toContain('Ravi');
  });

  test.each([
    ['without a name', { name: '' }, 400, 'BAD_INPUT'],
    ['with words for a phone number', { phone: 'ask at the gate' }, 400, 'BAD_INPUT'],
    ['with a phone number of five digits', { phone: '12345' }, 400, 'BAD_INPUT'],
    ['named like a desk', { name: 'Security Desk' }, 400, 'NAME_RESERVED'],
    ['of a company named like a desk', { organisation: 'Security Desk' }, 400, 'NAME_RESERVED'],
    ['of an address', { organisation: 'https://evil.example' }, 400, 'BAD_INPUT'],
    ['with a company of two lines', { organisation: 'Voltas\nAdmin' }, 400, 'BAD_INPUT'],
    ['who was to leave yesterday', { validUntil: inDays(-1) }, 400, 'VISIT_ENDS_BEFORE_NOW'],
    ['for more than 30 days', { validUntil: inDays(30.01) }, 400, 'VISIT_TOO_LONG'],
    ['with nobody as sponsor', { sponsorId: '0'.repeat(24) }, 409, 'NO_SPONSOR'],
  ])('but nobody %s', async (_how, changed, status, code) => {
    const body = visitorOf(asha, changed);
    const answer = await guard.call(api.enterVisitor, { body });
    expect([answer.status, answer.body.error]).toMatchObject([status, { code }]);
    expect(await campus.db.orm.select().from(users).where(eq(users.email, body.phone))).toEqual([]);
  });

  test('At most for 30 days', async () => {
    const body = visitorOf(asha, { validUntil: inDays(29.99) });
    expect((await guard.call(api.enterVisitor, { body })).status).toBe(200);
  });

  test.each([
    ['who is suspended', { suspendedAt: new Date() }],
    ['who has not registered', { role: 'pending' as const, department: null, facultyId: null }],
  ])('but not for a sponsor %s', async (_how, state) => {
    const sponsor = await campus.person('faculty', state);
    const answer = await guard.call(api.enterVisitor, { body: visitorOf(sponsor) });
    expect(answer.body.error).toMatchObject({ code: 'NO_SPONSOR' });
  });

  test('but no guard answers for whom they enter', async () => {
    const onDuty = await campus.person('security');
    const body = visitorOf(onDuty);
    const answer = await onDuty.call(api.enterVisitor, { body });
    expect(answer.body.error).toMatchObject({ code: 'NO_SPONSOR' });
    expect((await guard.call(api.enterVisitor, { body })).status).toBe(200);
  });

  test('but a visitor answers for no other', async () => {
    const body = { ...visitorOf(asha), sponsorId: await entered(guard, asha) };
    const answer = await guard.call(api.enterVisitor, { body });
    expect(answer.body.error).toMatchObject({ code: 'NO_SPONSOR' });
  });

  test('which neither faculty nor somebody without a session can', async () => {
    const body = visitorOf(asha);
    expect((await asha.call(api.enterVisitor, { body })).status).toBe(403);
    const nobody = await fetch(`${campus.url}/api/visitors`, {
      method: 'POST',
      headers: { origin: campus.url, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(nobody.status).toBe(401);
  });
});

describe('the same phone number', () => {
  test('is the same person, however it is written, with what was entered last', async () => {
    const phone = newPhone();
    const meera = await campus.person('faculty', { name: 'Meera Nair' });
    const first = await entered(guard, asha, { phone });
    const spaced = `${phone.slice(0, 3)} (${phone.slice(3, 8)}) ${phone.slice(8)}`;
    const again = await entered(guard, meera, {
      name: 'Ravi Kumar',
      organisation: undefined,
      phone: spaced.replace('+', '00'),
      samePerson: true,
    });
    expect(again).toBe(first);
    expect(await rowOf(first)).toMatchObject({ name: 'Ravi Kumar (visitor)', phone });
    expect(await visitRow(first)).toMatchObject({ organisation: null, sponsorId: meera.user.id });
  });

  test('entered at two desks at once is one person, with or without the code of the country', async () => {
    const phone = newPhone();
    const local = phone.slice(3);
    const ids = await Promise.all(
      [phone, `0${local}`, local, phone, `0091 ${local}`, local].map((written) =>
        entered(guard, asha, { phone: written }),
      ),
    );
    expect(new Set(ids).size).toBe(1);
  });

  test('is not that of another, of whom it is only the end', async () => {
    const first = await entered(guard, asha, { phone: '+914455123456' });
    expect(await entered(guard, asha, { phone: '123456' })).not.toBe(first);
  });

  test('of whoever is no visitor is refused', async () => {
    const phone = newPhone();
    const member = await campus.person('faculty', { name: 'Meera Nair' });
    await campus.db.query('UPDATE users SET email = $2 WHERE id = $1', [member.user.id, phone]);
    const refused = await guard.call(api.enterVisitor, { body: visitorOf(asha, { phone }) });
    expect(refused.body.error).toMatchObject({ code: 'CANNOT_TAKE_KEYS' });
    expect(await rowOf(member.user.id)).toMatchObject({ name: 'Meera Nair', role: 'faculty' });
  });

  test('asks the sponsor again, unless they have confirmed that much', async () => {
    const phone = newPhone();
    const id = await confirmedVisitor(campus, guard, asha, { phone, validUntil: inDays(5) });
    const until = inDays(4);
    await entered(guard, asha, { phone, validUntil: until });
    expect(await visitRow(id)).toMatchObject({
      answer: 'confirmed',
      validUntil: new Date(until),
    });
    await entered(guard, asha, { phone, validUntil: inDays(6) });
    expect(await visitRow(id)).toMatchObject({ answer: null });
  });

  test('of somebody whom an admin suspended lets them in again only once that is lifted', async () => {
    const phone = newPhone();
    const id = await entered(guard, asha, { phone });
    const change = (state: string) =>
      admin.get(api.setUserState, { params: { id }, body: { state } });
    await change('suspended');
    const body = visitorOf(asha, { phone });
    const refused = await guard.call(api.enterVisitor, { body });
    expect(refused.body.error).toMatchObject({ code: 'CANNOT_TAKE_KEYS' });
    await change('active');
    expect((await guard.call(api.enterVisitor, { body })).status).toBe(200);
  });

  test('finds them at the desk, and nobody else finds them at all', async () => {
    const phone = newPhone();
    const id = await entered(guard, asha, { phone });
    const search = async (text: string) =>
      (await guard.get(api.searchPeople, { query: { search: text } })).data.people;
    expect(await search(phone)).toEqual([
      {
        id,
        name: 'Ravi of Voltas (visitor)',
        department: null,
        facultyId: null,
        email: '',
        visitor: {
          name: 'Ravi',
          phone,
          organisation: 'Voltas',
          sponsor: { id: asha.user.id, name: 'Asha Rao' },
          validUntil: (await visitRow(id))?.validUntil.toISOString(),
        },
      },
    ]);
    expect(await search(phone.slice(5))).toMatchObject([{ id }]);
    const { data } = await admin.get(api.peopleToGrant, { query: { search: phone } });
    expect(data.people).toEqual([]);
  });
});

describe('a number that is known', () => {
  const spellings = [
    ['+91 44 2345 6789', '04423456789'],
    ['04423456780', '+91 (44) 2345-6780'],
    ['+91 (0)44 2345 6781', '+914423456781'],
  ] as const;

  test.each(spellings)('under another name is asked about: %s and %s', async (first, second) => {
    const id = await entered(guard, asha, { phone: first });
    const body = visitorOf(asha, { phone: second, name: 'Suresh', organisation: 'Otis' });
    const asked = await guard.call(api.enterVisitor, { body });
    expect([asked.status, asked.body]).toMatchObject([
      409,
      {
        message: 'Ravi of Voltas has this number. The same person?',
        error: {
          code: 'VISITOR_NUMBER_KNOWN',
          details: { person: { id, name: 'Ravi', organisation: 'Voltas' } },
        },
      },
    ]);
    expect(await rowOf(id)).toMatchObject({ name: 'Ravi of Voltas (visitor)' });
    const other = await entered(guard, asha, { ...body, samePerson: false });
    expect(other).not.toBe(id);
    expect(await rowOf(id)).toMatchObject({ name: 'Ravi of Voltas (visitor)' });
    expect(await rowOf(other)).toMatchObject({ name: 'Suresh of Otis (visitor)' });
    // Sent again, because the answer was lost, and both found by what they are called.
    expect(await entered(guard, asha, { ...body, samePerson: false })).toBe(other);
    expect(await entered(guard, asha, { phone: first })).toBe(id);
  });

  test('of another company is asked about, too, and answered with yes is renamed', async () => {
    const phone = newPhone();
    const id = await entered(guard, asha, { phone });
    const body = visitorOf(asha, { phone, organisation: 'Otis' });
    expect((await guard.call(api.enterVisitor, { body })).body.error).toMatchObject({
      code: 'VISITOR_NUMBER_KNOWN',
    });
    expect(await entered(guard, asha, { ...body, samePerson: true })).toBe(id);
    expect(await rowOf(id)).toMatchObject({ name: 'Ravi of Otis (visitor)' });
  });

  test('does not let somebody in whom an admin suspended, under another name', async () => {
    const phone = newPhone();
    const id = await entered(guard, asha, { phone });
    await admin.get(api.setUserState, { params: { id }, body: { state: 'suspended' } });
    const body = visitorOf(asha, { phone, name: 'Suresh', samePerson: false });
    const refused = await guard.call(api.enterVisitor, { body });
    expect(refused.body.error).toMatchObject({ code: 'CANNOT_TAKE_KEYS' });
  });
});

test('a desk enters twenty new visitors a day, and an admin more', async () => {
  const { computer } = await dutyAt(campus);
  const phones = Array.from({ length: 20 }, () => newPhone());
  const enter = (who: Pick<typeof guard, 'call'>, phone: string) =>
    who.call(api.enterVisitor, { body: visitorOf(asha, { phone }) });
  for (const phone of phones) expect((await enter(computer, phone)).status).toBe(200);
  const phone = newPhone();
  const refused = await enter(computer, phone);
  expect([refused.status, refused.body]).toMatchObject([
    429,
    {
      message: 'This desk has added 20 new visitors within a day. An admin can add more.',
      error: { code: 'TOO_MANY_VISITORS' },
    },
  ]);
  // Who is known comes in again.
  expect((await enter(computer, phones[0] ?? '')).status).toBe(200);
  expect((await enter(admin, phone)).status).toBe(200);
});

test('a crowd of visitors at many desks is entered, and keeps nobody else waiting', async () => {
  const guards = await Promise.all(Array.from({ length: 30 }, () => campus.person('security')));
  const answers = await Promise.all([
    ...guards.map((one) => one.call(api.enterVisitor, { body: visitorOf(asha) })),
    admin.call(api.listKeys),
  ]);
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
});

describe('the sponsor', () => {
  test('answers once for what they were shown, and their question says so', async () => {
    const id = await entered(guard, asha);
    const answer = await answerTo(campus, id, 'confirmed');
    expect((await asha.get(api.answerVisitor, answer)).data).toEqual({ answer: 'confirmed' });
    expect(await visitRow(id)).toMatchObject({ answer: 'confirmed' });
    const { notifications } = (await asha.get(api.listNotifications)).data;
    expect(notifications).toMatchObject([{ answered: true }]);
    expect(notifications[0]).not.toHaveProperty('disputed');
  });

  test('with no is not asked again, and the desk reads so', async () => {
    const phone = newPhone();
    await asha.get(
      api.answerVisitor,
      await answerTo(campus, await entered(guard, asha, { phone }), 'refused'),
    );
    const { body } = await guard.call(api.enterVisitor, { body: visitorOf(asha, { phone }) });
    expect(body.message).toMatch(/^Asha Rao does not vouch for .* and was not asked again$/);
  });

  test('does not confirm what was changed since', async () => {
    const phone = newPhone();
    const stale = await answerTo(campus, await entered(guard, asha, { phone }), 'confirmed');
    const id = await entered(guard, asha, {
      phone,
      name: 'Somebody Else',
      samePerson: true,
    });
    const refused = await asha.call(api.answerVisitor, stale);
    expect([refused.status, refused.body.error]).toMatchObject([
      404,
      { code: 'VISITOR_NOT_FOUND' },
    ]);
    expect(await visitRow(id)).toMatchObject({ answer: null });
  });

  test('answers alone, and not from the computer of a desk', async () => {
    const { computer, guard: onDuty } = await dutyAt(campus);
    const id = await entered(guard, onDuty);
    const answer = await answerTo(campus, id, 'confirmed');
    expect((await admin.call(api.answerVisitor, answer)).status).toBe(404);
    expect((await computer.call(api.answerVisitor, answer)).status).toBe(403);
    expect((await onDuty.call(api.answerVisitor, { ...answer, body: {} })).status).toBe(400);
    expect(await visitRow(id)).toMatchObject({ answer: null });
    expect((await onDuty.call(api.answerVisitor, answer)).status).toBe(200);
  });
});

describe('a visitor', () => {
  test('cannot sign in with their phone number, whatever a provider calls an address', async () => {
    const email = newPhone();
    const id = await confirmedVisitor(campus, guard, asha, { phone: email });
    const identity = { issuer: 'https://idp.test', subject: email, email };
    const policy = { linksByEmail: true, mailboxes: {}, desks: [] } as unknown as LinkPolicy;
    const entering = transact(campus.db, (tx) => findOrLinkUser(tx, identity, policy));
    expect(await entering).toBeNull();
    expect(await rowOf(id)).toMatchObject({ issuer: 'visitor', role: 'visitor' });
  });

  test('never becomes a member, even past the service', async () => {
    const id = await entered(guard, asha);
    const answer = await admin.call(api.updateUser, { params: { id }, body: { role: 'faculty' } });
    expect(answer.body.error).toMatchObject({ code: 'VISITOR_NOT_EDITED' });
    const set = (change: string) =>
      campus.db.query(`UPDATE users SET ${change} WHERE id = $1`, [id]);
    await expect(set("role = 'faculty'")).rejects.toThrow('users_visitors_cannot_sign_in');
    await expect(set("issuer = 'https://idp.test'")).rejects.toThrow(
      'users_visitors_cannot_sign_in',
    );
  });

  test('is active in no report, and known by no provider', async () => {
    const lend = async () => {
      const body = { keyId: (await campus.key()).id, holderId: await entered(guard, asha) };
      await guard.get(api.lendKey, { body: { ...body, identifiedBy: 'desk', unanswered: true } });
    };
    const active = async () => (await admin.get(api.activeUsersAnalytics)).data.activeUsersCount;
    await lend();
    const before = await active();
    await lend();
    expect(await active()).toBe(before);
    expect(before).toBeGreaterThan(0);
    expect([...(await countUsersByIssuer(campus.db)).keys()]).not.toContain('visitor');
  });

  test('is in no group, in no file of people, and in no count of members', async () => {
    const counted = async () => (await admin.get(api.adminDashboard)).data.stats.totalUsers;
    await asha.get(api.listNotifications);
    const before = await counted();
    const phone = newPhone();
    const userId = await entered(guard, asha, { phone });
    expect(await counted()).toBe(before);
    const file = await admin.call(api.exportUsers);
    expect(JSON.stringify(file.body)).not.toContain(phone);
    const group = await admin.get(api.addGroup, { body: { name: `Group ${phone}` } });
    const { id } = group.data.group;
    const refused = await admin.call(api.putMember, { params: { id, userId }, body: {} });
    expect(refused.body.error).toMatchObject({ code: 'HOLDER_CANNOT_BORROW' });
  });
});
