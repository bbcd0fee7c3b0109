import { api } from '@keydesk/shared/api';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { addRuleAbout } from '../../../test/access-rules.ts';
import { listAuditEvents } from '../../../test/audit.ts';
import { loansOf, requestCode } from '../../../test/handovers.ts';
import { setDesk } from '../../../test/lending.ts';
import { testCampus } from '../../../test/test-campus.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { auditEvents } from '../../db/schema.ts';

const overrideReason = 'Fire drill in the block';

const campus = testCampus();
const admin = campus.resident('admin');
const guard = campus.resident('security', { name: 'R. Singh' });
const menon = campus.resident('faculty', { name: 'Dr Menon' });
const asha = campus.newcomer('faculty', { name: 'Asha Rao' });

function lendTo(holder: TestClient, keyId: string, more: object = {}) {
  const body = { keyId, holderId: holder.user.id, identifiedBy: 'desk', ...more };
  return guard.call(api.lendKey, { body });
}

async function toldOwner() {
  const { data } = await menon.get(api.listNotifications);
  return data.notifications.map(({ title, message, kind }) => ({ title, message, kind }));
}

describe('the desk', () => {
  test('hands a restricted key over with a reason, which is recorded and told to its owner', async () => {
    const key = await campus.key({ level: 'restricted', ownerId: menon.user.id, hook: '14' });
    const refused = await lendTo(asha, key.id);
    expect(refused.body).toMatchObject({
      message: 'Dr Menon decides who takes this key.',
      error: { code: 'APPROVAL_NEEDED', details: { mayOverride: true, spot: { hook: '14' } } },
    });
    expect((await lendTo(asha, key.id, { overrideReason })).status).toBe(200);
    const [loan] = await loansOf(campus.db, key.id);
    const events = await listAuditEvents(campus.db, eq(auditEvents.keyId, key.id));
    expect(events.map(({ action, level }) => ({ action, level }))).toEqual([
      { action: 'hand-out', level: 'INFO' },
      { action: 'override-access', level: 'WARN' },
    ]);
    expect(events[1]).toMatchObject({
      actorId: guard.user.id,
      subjectId: asha.user.id,
      loanId: loan?.id,
      reason: overrideReason,
      details: {
        code: 'APPROVAL_NEEDED',
        refusal: 'Its owner or the head of its department decides who takes this key.',
      },
    });
    expect(await toldOwner()).toEqual([
      {
        title: 'Key handed out by override',
        message: `Override: R. Singh handed key ${key.keyNumber} (${key.keyName}) to Asha Rao against the rules. Reason: ${overrideReason}`,
        kind: 'access',
      },
    ]);
  });

  test('does the same with a code, which stays good while it decides', async () => {
    const key = await campus.key();
    const { timestamp: _, ...qrData } = (await requestCode(asha, key.id)).qrData;
    await addRuleAbout(campus.db, { keyId: key.id, by: admin.user.id });
    const scan = (body: object = {}) => guard.call(api.scanRequest, { body: { qrData, ...body } });
    const { status, body } = await scan();
    expect(status).toBe(403);
    const { details } = body.error as { details: { codeExpiresAt: string } };
    expect(details).toMatchObject({ mayOverride: true });
    expect(Date.parse(details.codeExpiresAt)).toBeGreaterThan(Date.now() + 150_000);
    await campus.db.query(
      `UPDATE codes SET issued_at = issued_at - interval '100 s',
                        expires_at = expires_at - interval '100 s' WHERE key_ids = $1`,
      [[key.id]],
    );
    expect((await scan({ overrideReason })).status).toBe(200);
    expect(await loansOf(campus.db, key.id)).toHaveLength(1);
    const events = await listAuditEvents(campus.db, eq(auditEvents.keyId, key.id));
    expect(events.find(({ action }) => action === 'override-access')?.details).toMatchObject({
      code: 'DENIED_BY_RULE',
      refusal: `No one can take key ${key.keyNumber}.`,
    });
  });

  test('still scans the tag of what it overrides', async () => {
    await setDesk(admin, { tagCheck: 'all' });
    const key = await campus.key({ level: 'restricted' });
    expect((await lendTo(asha, key.id, { overrideReason })).body).toMatchObject({
      error: { code: 'TAG_NEEDED' },
    });
    expect(await loansOf(campus.db, key.id)).toEqual([]);
    await setDesk(admin);
  });

  test('records no override where none was needed', async () => {
    const key = await campus.key();
    expect((await lendTo(asha, key.id, { overrideReason })).status).toBe(200);
    const events = await listAuditEvents(campus.db, eq(auditEvents.keyId, key.id));
    expect(events.map(({ action }) => action)).toEqual(['hand-out']);
  });
});

describe('nobody overrides', () => {
  test.each([
    ['now', 'Enter a reason of at least five letters'],
    ['1234567 ...', 'Enter a reason of at least five letters'],
    ['     ', 'Enter a reason of at least five letters'],
    ['x'.repeat(201), 'Reason must be at most 200 characters'],
    [
      'Fire drill\nThe owner agreed',
      'Reason must be a single line without control or invisible characters',
    ],
  ])('with %j as the reason', async (reason, message) => {
    const key = await campus.key({ level: 'restricted' });
    const { status, body } = await lendTo(asha, key.id, { overrideReason: reason });
    expect({ status, code: (body.error as { code: string }).code }).toEqual({
      status: 400,
      code: 'BAD_INPUT',
    });
    expect(body.message).toContain(message);
  });

  test('for a high-security key', async () => {
    const key = await campus.key({ keyNumber: 'MK-9', level: 'high' });
    const text = 'MK-9 is a high-security key, for people with access by name only.';
    const plain = await lendTo(asha, key.id);
    expect(plain.body).toMatchObject({ message: text, error: { code: 'ACCESS_REFUSED' } });
    expect(plain.body).not.toHaveProperty('error.details.mayOverride');
    const { status, body } = await lendTo(asha, key.id, { overrideReason });
    expect(status).toBe(403);
    expect(body).toMatchObject({
      message: text,
      error: { code: 'NO_OVERRIDE', details: { verdict: { outcome: 'refused' } } },
    });
  });

  test('for a key that the guard takes himself', async () => {
    const key = await campus.key({ level: 'restricted' });
    const { status, body } = await lendTo(guard, key.id, { overrideReason });
    expect(status).toBe(403);
    expect(body).toMatchObject({
      message: 'You cannot override a rule for yourself.',
      error: { code: 'OWN_OVERRIDE' },
    });
    const take = { params: { id: key.id }, body: { overrideReason } };
    expect((await guard.call(api.takeKey, take)).status).toBe(400);
    expect(await loansOf(campus.db, key.id)).toEqual([]);
  });
});
