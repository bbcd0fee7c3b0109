import { api } from '@keydesk/shared/api';
import { formatKeyTag } from '@keydesk/shared/keys/key-tag';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { addRuleAbout, endRule, giveGrant, groupOf } from '../../../test/access-rules.ts';
import {
  ageLoans,
  giveKey,
  loansOf,
  plantRequestCodes,
  requestCode,
} from '../../../test/handovers.ts';
import { lend, setDesk } from '../../../test/lending.ts';
import { openPage } from '../../../test/live-page.ts';
import { testCampus } from '../../../test/test-campus.ts';
import { grants } from '../../db/schema.ts';

const campus = testCampus({ SELF_SERVICE: 'true', LEGACY_QR: 'accept' });
const admin = campus.resident('admin', { name: 'R. Iyer' });
const guard = campus.resident('security');
const asha = campus.newcomer('faculty', { name: 'Asha Rao' });

function deny(keyId: string, rule: Partial<Parameters<typeof addRuleAbout>[1]> = {}) {
  return addRuleAbout(campus.db, { keyId, by: admin.user.id, ...rule });
}

/** Every way in which a key can leave, by what it answers. */
async function everyWay(keyId: string) {
  const [planted = ''] = await plantRequestCodes(campus.db, [asha], keyId);
  const legacy = JSON.stringify({
    type: 'key-request',
    keyId,
    userId: asha.user.id,
    requestId: 'req_legacy',
    timestamp: new Date().toISOString(),
  });
  const body = { type: 'key-request', keyId };
  return {
    issue: await asha.call(api.issueCode, { body }),
    scan: await guard.call(api.scanRequest, { body: { qrData: planted } }),
    legacy: await guard.call(api.scanRequest, { body: { qrData: legacy } }),
    lend: await lend(guard, asha, keyId),
    take: await asha.call(api.takeKey, { params: { id: keyId } }),
  };
}

describe('a key that somebody may not take', () => {
  test('leaves in no way, and each says why and what is next', async () => {
    const key = await campus.key({ keyNumber: 'AC-1' });
    await deny(key.id, { subject: 'role', subjectId: 'faculty' });
    const text = 'Faculty cannot take key AC-1 (rule by R. Iyer).';
    for (const [way, { status, body }] of Object.entries(await everyWay(key.id))) {
      expect({ way, status }).toEqual({ way, status: 403 });
      expect(body).toMatchObject({
        message: text,
        error: {
          code: 'ACCESS_REFUSED',
          details: {
            verdict: {
              outcome: 'refused',
              reasons: [{ code: 'DENIED_BY_RULE', text }],
              obligations: [],
              next: 'ask-desk',
            },
            key: { keyId: key.id, keyNumber: 'AC-1' },
            holder: { userId: asha.user.id, name: 'Asha Rao' },
          },
        },
      });
    }
    expect(await loansOf(campus.db, key.id)).toEqual([]);
  });

  test('by a rule says what its author noted, to the desk and to the holder', async () => {
    const key = await campus.key({ keyNumber: 'LASER-001' });
    const { qrText } = await requestCode(asha, key.id);
    const page = await openPage(asha);
    const note = 'Nobody works there alone at night.';
    await deny(key.id, { subject: 'person', subjectId: asha.user.id, note });
    await guard.call(api.scanRequest, { body: { qrData: qrText } });
    await page.caughtUp();
    const rest = 'cannot take key LASER-001 (rule by R. Iyer: Nobody works there alone at night).';
    expect(page.received('code-refused')).toMatchObject([{ message: `You ${rest}` }]);
    for (const [way, { body }] of Object.entries(await everyWay(key.id))) {
      const isToHolder = way === 'issue' || way === 'take';
      const message = `${isToHolder ? 'You' : 'Asha Rao'} ${rest}`;
      expect({ way, message: body.message }).toEqual({ way, message });
    }
    const asked = { params: { id: key.id }, query: { userId: asha.user.id } };
    for (const [reader, subject] of [
      [asha, 'You'],
      [guard, 'Asha Rao'],
    ] as const) {
      const { verdict, whoMayTake } = (await reader.get(api.keyVerdict, asked)).data;
      expect(verdict.reasons).toMatchObject([{ text: `${subject} ${rest}` }]);
      expect(whoMayTake[0]).toBe(`${subject} cannot take key LASER-001.`);
    }
  });

  test('waits for approval where its level or a rule says so', async () => {
    const key = await campus.key({ level: 'restricted', ownerId: guard.user.id });
    for (const [way, { status, body }] of Object.entries(await everyWay(key.id))) {
      expect({ way, status }).toEqual({ way, status: 403 });
      expect(body).toMatchObject({
        message: `${guard.user.name} decides who takes this key.`,
        error: {
          code: 'APPROVAL_NEEDED',
          details: { verdict: { outcome: 'needs-approval', next: 'request' } },
        },
      });
    }
  });

  test('is not given to the guard who takes it himself either', async () => {
    const key = await campus.key({ keyNumber: 'MK-1', level: 'high' });
    const { status, body } = await guard.call(api.takeKey, { params: { id: key.id } });
    expect({ status, message: body.message }).toEqual({
      status: 403,
      message: 'MK-1 is a high-security key, for people with access by name only.',
    });
  });

  test('tells the owner of the code why', async () => {
    const key = await campus.key();
    const { qrText } = await requestCode(asha, key.id);
    await deny(key.id);
    const page = await openPage(asha);
    await guard.call(api.scanRequest, { body: { qrData: qrText } });
    await page.caughtUp();
    expect(page.received('code-refused')).toMatchObject([
      {
        code: 'ACCESS_REFUSED',
        message: `No one can take key ${key.keyNumber} (rule by R. Iyer).`,
      },
    ]);
  });

  test('comes back all the same', async () => {
    const key = await campus.key();
    await giveKey(guard, asha, key.id);
    await deny(key.id);
    const { data } = await asha.get(api.issueCode, { body: { type: 'key-return', keyId: key.id } });
    await guard.get(api.scanReturn, { body: { qrData: data.qrText } });
    expect(await loansOf(campus.db, key.id)).toMatchObject([{ returnType: 'own' }]);
  });

  test('is refused before its tag is asked for, and what is out before that', async () => {
    await setDesk(admin, { tagCheck: 'all' });
    const key = await campus.key();
    const rule = await deny(key.id);
    const [code = ''] = await plantRequestCodes(campus.db, [asha], key.id);
    const refused = await guard.call(api.scanRequest, { body: { qrData: code } });
    expect(refused.body).toMatchObject({ error: { code: 'ACCESS_REFUSED' } });
    await endRule(campus.db, rule);
    const asked = await guard.call(api.scanRequest, { body: { qrData: code } });
    expect(asked.body).toMatchObject({ error: { code: 'TAG_NEEDED' } });
    const body = { qrData: code, tag: formatKeyTag(key.id) };
    await guard.get(api.scanRequest, { body });
    await setDesk(admin);
    await deny(key.id);
    const out = await asha.call(api.issueCode, { body: { type: 'key-request', keyId: key.id } });
    expect(out.body).toMatchObject({ error: { code: 'KEY_NOT_AVAILABLE' } });
  });
});

describe('a key that somebody may take', () => {
  test('is taken as before once the rule about it has ended', async () => {
    const key = await campus.key();
    const rule = await deny(key.id);
    expect((await lend(guard, asha, key.id)).status).toBe(403);
    await endRule(campus.db, rule);
    expect((await lend(guard, asha, key.id)).status).toBe(200);
  });

  test('is taken by those in the group that the rule leaves out, by card too', async () => {
    const key = await campus.key();
    const trained = await groupOf(campus.db, {
      name: 'Laser trained',
      members: [asha.user.id],
      by: admin.user.id,
    });
    await deny(key.id, { exceptGroupId: trained });
    const stranger = await campus.person();
    expect((await lend(guard, stranger, key.id)).body).toMatchObject({
      error: { code: 'ACCESS_REFUSED' },
    });
    await guard.get(api.addPersonCard, {
      params: { id: asha.user.id },
      body: { cardText: 'CARD-OF-ASHA-1' },
    });
    const body = { keyId: key.id, cardText: 'CARD-OF-ASHA-1' };
    expect((await guard.get(api.lendKey, { body })).data.holder.id).toBe(asha.user.id);
  });
});

describe('a grant', () => {
  async function usesOf(id: string) {
    const [row] = await campus.db.orm.select().from(grants).where(eq(grants.id, id));
    return { usesLeft: row?.usesLeft, usedUp: row?.usedUpAt != null };
  }

  const give = (keyId: string, more: Partial<typeof grants.$inferInsert> = {}) =>
    giveGrant(campus.db, {
      keyId,
      userId: asha.user.id,
      givenBy: admin.user.id,
      ...more,
    });

  test('loses a use with each hand-out that needs it, and then allows none', async () => {
    const key = await campus.key({ level: 'high' });
    const grant = await give(key.id, { usesLeft: 2 });
    await giveKey(guard, asha, key.id);
    expect(await usesOf(grant)).toEqual({ usesLeft: 1, usedUp: false });
    await guard.get(api.collectKey, { params: { id: key.id } });
    await asha.get(api.takeKey, { params: { id: key.id } });
    expect(await usesOf(grant)).toEqual({ usesLeft: 0, usedUp: true });
    await guard.get(api.collectKey, { params: { id: key.id } });
    expect((await lend(guard, asha, key.id)).body).toMatchObject({
      error: { details: { verdict: { reasons: [{ code: 'HIGH_SECURITY' }] } } },
    });
  });

  test('keeps its uses where a level or a rule allows the key anyway, or nothing happens', async () => {
    const [normal, allowed, out] = [
      await campus.key(),
      await campus.key({ level: 'high' }),
      await campus.key({ level: 'high' }),
    ];
    await deny(allowed.id, { effect: 'allow' });
    const kept = await Promise.all(
      [normal, allowed, out].map(({ id }) => give(id, { usesLeft: 1 })),
    );
    for (const { id } of [normal, allowed]) await giveKey(guard, asha, id);
    await requestCode(asha, out.id);
    for (const grant of kept) expect(await usesOf(grant)).toEqual({ usesLeft: 1, usedUp: false });
  });

  test('without a number of uses goes first, then the one that ends first', async () => {
    const key = await campus.key({ level: 'high' });
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);
    const later = await give(key.id, { usesLeft: 1 });
    const sooner = await give(key.id, { usesLeft: 1, validUntil: inHours(2) });
    await giveKey(guard, asha, key.id);
    await guard.get(api.collectKey, { params: { id: key.id } });
    expect([await usesOf(later), await usesOf(sooner)]).toMatchObject([
      { usesLeft: 1 },
      { usesLeft: 0 },
    ]);
    await give(key.id, { validUntil: inHours(1) });
    await giveKey(guard, asha, key.id);
    expect(await usesOf(later)).toEqual({ usesLeft: 1, usedUp: false });
  });

  test('without a number of uses is never used up', async () => {
    const key = await campus.key({ level: 'restricted' });
    const grant = await give(key.id);
    await giveKey(guard, asha, key.id);
    expect(await usesOf(grant)).toEqual({ usesLeft: null, usedUp: false });
  });
});

test('with an overdue key nobody gets another one, where the settings say so', async () => {
  const [late, wanted] = [await campus.key({ keyNumber: 'LATE-1' }), await campus.key()];
  await giveKey(guard, asha, late.id);
  await ageLoans(campus.db, late.id, 3);
  await requestCode(asha, wanted.id);
  await setDesk(admin, { noKeysWhileOverdue: true });
  const toHolder = 'Your key LATE-1 is overdue. Return it when you collect this one.';
  const toDesk = 'Asha Rao must first return an overdue key: LATE-1.';
  for (const [way, { status, body }] of Object.entries(await everyWay(wanted.id))) {
    expect({ way, status }).toEqual({ way, status: 403 });
    const text = way === 'issue' || way === 'take' ? toHolder : toDesk;
    expect(body).toMatchObject({
      message: text,
      error: {
        code: 'ACCESS_REFUSED',
        details: { verdict: { reasons: [{ code: 'OVERDUE_KEY', text }], next: 'return-first' } },
      },
    });
  }
  await guard.get(api.collectKey, { params: { id: late.id } });
  await giveKey(guard, asha, wanted.id);
  await setDesk(admin);
});
