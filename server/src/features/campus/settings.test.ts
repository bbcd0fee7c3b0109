import { api } from '@keydesk/shared/api';
import {
  defaultDeskSettings,
  defaultSecuritySettings,
  type SecuritySettings,
} from '@keydesk/shared/campus/settings';
import { eq } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { listAuditEvents } from '../../../test/audit.ts';
import { relaxedSettings } from '../../../test/relaxed-limits.ts';
import type { AppInstance } from '../../../test/test-app.ts';
import { campusOfTest, controlIntervals, testCampus } from '../../../test/test-campus.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { transact } from '../../db/client.ts';
import { auditEvents } from '../../db/schema.ts';
import { storeSettings } from './settings.ts';

controlIntervals();
const campus = testCampus();
const second = campus.secondProcess();
const admin = campus.resident('admin');

function save(settings: unknown, at: { url: string } = campus) {
  return admin.at(at).call(api.putSecuritySettings, { body: settings });
}

async function stored(at: { url: string } = campus) {
  return withoutVersion((await admin.at(at).get(api.getSecuritySettings)).data);
}

function withoutVersion({
  version: _version,
  ...settings
}: SecuritySettings & { version: number }) {
  return settings;
}

function withSessions(changes: object): SecuritySettings {
  return {
    ...relaxedSettings,
    sessionSettings: { ...relaxedSettings.sessionSettings, ...changes },
  };
}

function changes() {
  return listAuditEvents(campus.db, eq(auditEvents.action, 'change-settings'));
}

describe('saved settings', () => {
  test('are read back whole, at every process', async () => {
    const wanted: SecuritySettings = {
      passwordPolicy: {
        minLength: 32,
        maxAge: 365,
        requireUppercase: false,
        requireLowercase: false,
        requireNumbers: false,
        requireSpecialChars: false,
      },
      sessionSettings: { maxSessionDuration: 168, maxConcurrentSessions: 10, sessionTimeout: 120 },
      rateLimiting: { loginAttempts: 10, lockoutDuration: 60, apiRequestsPerMinute: 1000 },
      auditLogging: { enabled: true, logLevel: 'DEBUG', retentionDays: 365 },
    };
    const { status, body } = await save(wanted);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        success: true,
        message: 'Security settings updated successfully',
        data: { ...wanted, version: expect.any(Number) },
      },
    });
    expect(await stored()).toEqual(wanted);
    expect(await stored(second)).toEqual(wanted);
    await save(relaxedSettings);
  });

  test('are audited with what was before and what is since', async () => {
    const wanted = withSessions({ maxConcurrentSessions: 7 });
    await save(wanted, second);
    await save(relaxedSettings);
    const events = (await changes()).slice(-2);
    expect(events).toMatchObject([
      {
        actorId: admin.user.id,
        level: 'WARN',
        details: { before: relaxedSettings, after: wanted },
      },
      { actorId: admin.user.id, details: { before: wanted, after: relaxedSettings } },
    ]);
  });
});

describe('an audit log that records less', () => {
  const audited = (changes: object): SecuritySettings => ({
    ...relaxedSettings,
    auditLogging: { ...relaxedSettings.auditLogging, ...changes },
  });
  const alertsOf = async (person: TestClient) =>
    (await person.get(api.listNotifications)).data.notifications
      .filter(({ title }) => title === 'Audit log reduced')
      .map(({ message }) => message);

  test('is told to every admin, whoever made it so, and to nobody else', async () => {
    const [other, guard] = [await campus.person('admin'), await campus.person('security')];
    const by = `Changed by ${admin.user.name}.`;
    await save(audited({ logLevel: 'WARN' }));
    await save(audited({ enabled: false }));
    await save(audited({ enabled: false, logLevel: 'ERROR' }));
    await save(relaxedSettings);
    await save(audited({ retentionDays: 300 }));
    await save(audited({ logLevel: 'ERROR', retentionDays: 7 }));
    await save(audited({ retentionDays: 300 }));
    await save(relaxedSettings);
    const { logLevel, retentionDays } = relaxedSettings.auditLogging;
    // The first of them also has notifications of earlier tests.
    for (const alerts of [await alertsOf(other), (await alertsOf(admin)).slice(0, 4)])
      expect(alerts).toEqual([
        `Audit logging now keeps events for ${retentionDays} days instead of 300. ${by}`,
        `Audit logging now records ERROR and above instead of ${logLevel} and above, and keeps events for 7 days instead of 300. ${by}`,
        `Audit logging was turned off. ${by}`,
        `Audit logging now records WARN and above instead of ${logLevel} and above. ${by}`,
      ]);
    expect(await alertsOf(guard)).toEqual([]);
  });
});

test('those of the desk stay as they are when a save leaves them out', async () => {
  const desk = {
    lendByName: 'card',
    tagCheck: 'keys',
    keyIdTags: false,
    lockAfterMinutes: 5,
    noKeysWhileOverdue: true,
  };
  const saved = { ...relaxedSettings, desk };
  expect((await save(saved)).body.data).toMatchObject(saved);
  expect((await save(relaxedSettings)).body.data).toMatchObject(saved);
  expect(await stored()).toEqual({ ...relaxedSettings, desk });
  const wrong = { ...desk, lockAfterMinutes: 121 };
  expect(await save({ ...relaxedSettings, desk: wrong })).toMatchObject({
    status: 400,
    body: { message: 'Minutes until the desk locks must be between 1 and 120' },
  });
  await campus.db.query("UPDATE security_settings SET settings = settings - 'desk'");
  await save(relaxedSettings);
});

test('any part of them can be saved alone', async () => {
  await save({ desk: { noKeysWhileOverdue: true }, sessionSettings: { sessionTimeout: 45 } });
  const { sessionSettings } = relaxedSettings;
  expect(await stored()).toEqual({
    ...relaxedSettings,
    desk: { ...defaultDeskSettings, noKeysWhileOverdue: true },
    sessionSettings: { ...sessionSettings, sessionTimeout: 45 },
  });
  await campus.db.query("UPDATE security_settings SET settings = settings - 'desk'");
  await save(relaxedSettings);
});

test('as long as nobody has saved any, the defaults hold', async () => {
  const fresh = await campusOfTest();
  await fresh.db.query('DELETE FROM security_settings');
  const { data } = await (await fresh.person('admin')).get(api.getSecuritySettings);
  expect(data).toEqual({ ...defaultSecuritySettings, version: 0 });
});

describe('wrong settings', () => {
  const { rateLimiting, sessionSettings, passwordPolicy, auditLogging } = relaxedSettings;
  test.each([
    [
      'below a bound',
      { ...relaxedSettings, sessionSettings: { ...sessionSettings, sessionTimeout: 4 } },
      'Session timeout must be between 5 and 120',
    ],
    [
      'above a bound',
      { ...relaxedSettings, rateLimiting: { ...rateLimiting, apiRequestsPerMinute: 1001 } },
      'API requests per minute must be between 10 and 1000',
    ],
    [
      'no whole number',
      { ...relaxedSettings, passwordPolicy: { ...passwordPolicy, minLength: 8.5 } },
      'Minimum length must be a whole number',
    ],
    [
      'a level that is none',
      { ...relaxedSettings, auditLogging: { ...auditLogging, logLevel: 'TRACE' } },
      'Log level must be one of DEBUG, INFO, WARN, ERROR',
    ],
    ['a part empty', { ...relaxedSettings, auditLogging: null }, expect.any(String)],
    ['a field unknown', { ...relaxedSettings, surplus: 1 }, expect.any(String)],
  ])('%s are refused and change nothing', async (_what, settings, message) => {
    const events = (await changes()).length;
    expect(await save(settings)).toMatchObject({ status: 400, body: { success: false, message } });
    expect(await stored()).toEqual(relaxedSettings);
    expect(await changes()).toHaveLength(events);
  });

  test('are answered with the first of several problems', async () => {
    const wrong = {
      ...relaxedSettings,
      sessionSettings: { maxSessionDuration: 0, maxConcurrentSessions: 11, sessionTimeout: 121 },
    };
    const { body } = await save(wrong);
    expect(body.message).toBe('Maximum session duration must be between 1 and 168');
  });
});

describe('another process has new settings within seconds', () => {
  const allowedAt = async (at: AppInstance, visitor: TestClient) =>
    (await visitor.at(at).call(api.listKeys)).status;
  const oldVisitor = async () => {
    const visitor = await campus.person();
    await campus.db.query(
      "UPDATE sessions SET created_at = now() - interval '2 hours' WHERE id = $1",
      [visitor.secrets.sessionId],
    );
    return visitor;
  };

  test('when it is told of them', async () => {
    const visitor = await oldVisitor();
    expect(await allowedAt(second, visitor)).toBe(200);
    await save(withSessions({ maxSessionDuration: 1 }));
    expect(await allowedAt(campus, visitor)).toBe(401);
    await vi.waitFor(async () => expect(await allowedAt(second, visitor)).toBe(401), 60_000);
    await save(relaxedSettings);
  });

  test('even when nobody tells it', async () => {
    const visitor = await oldVisitor();
    await vi.waitFor(async () => expect(await allowedAt(second, visitor)).toBe(200), 60_000);
    await transact(campus.db, (tx) =>
      storeSettings(tx, withSessions({ maxSessionDuration: 1 }), 20, null),
    );
    vi.advanceTimersByTime(20_000);
    await vi.waitFor(async () => expect(await allowedAt(second, visitor)).toBe(401), 60_000);
    await save(relaxedSettings);
  });
});
