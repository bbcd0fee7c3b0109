import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const faultsOf = (variables: Record<string, string>): readonly string[] => {
  try {
    readConfig(variables);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
};

const deployed = {
  PUBLIC_URL: 'https://keys.campus.example',
  GOOGLE_CLIENT_ID: 'id',
  GOOGLE_CLIENT_SECRET: 'secret',
  SESSION_SECRET: 'x'.repeat(32),
  ADMIN_EMAIL: 'admin@campus.example',
  SECURITY_EMAIL: 'security@campus.example',
};

describe('without any setting', () => {
  test('a local instance runs on this machine alone, with the defaults of the design', () => {
    expect(readConfig({})).toMatchObject({
      environment: 'local',
      isLocal: true,
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      corsOrigins: [],
      databaseUrl: undefined,
      dataDir: './data',
      google: { issuer: 'https://accounts.google.com', clientId: undefined },
      mailboxes: { adminEmail: 'admin@campus.test', securityEmail: 'security@campus.test' },
      qrValiditySeconds: 60,
      qrFormat: 'auto',
      acceptsLegacyQr: false,
      selfService: false,
      reminderTime: '17:20',
      productName: 'Keydesk',
      version: '1.0.0',
    });
  });

  test('an empty one counts as none', () => {
    const empty = {
      PORT: '',
      PUBLIC_URL: ' ',
      GOOGLE_CLIENT_ID: '',
      SELF_SERVICE: '',
      DATA_DIR: '',
    };
    expect(readConfig(empty)).toEqual(readConfig({}));
  });
});

describe.each(['dev', 'pro'])('%s', (KEYDESK_ENV) => {
  test('is open to the network under its public address, without test mailboxes', () => {
    expect(readConfig({ ...deployed, KEYDESK_ENV })).toMatchObject({
      environment: KEYDESK_ENV,
      isLocal: false,
      host: '0.0.0.0',
      publicUrl: 'https://keys.campus.example',
      mailboxes: {
        adminEmail: 'admin@campus.example',
        securityEmail: 'security@campus.example',
      },
    });
  });

  test('names everything that is missing, one line each', () => {
    const required = Object.keys(deployed).map(
      (name) => `${name}: is required when KEYDESK_ENV is ${KEYDESK_ENV}`,
    );
    expect([...faultsOf({ KEYDESK_ENV })].sort()).toEqual(required.sort());
  });

  test.each(Object.keys(deployed))('refuses to start without %s', (name) => {
    expect(faultsOf({ ...deployed, [name]: '', KEYDESK_ENV })).toEqual([
      `${name}: is required when KEYDESK_ENV is ${KEYDESK_ENV}`,
    ]);
  });

  test('refuses to be reached without https', () => {
    expect(
      faultsOf({ ...deployed, PUBLIC_URL: 'http://keys.campus.example', KEYDESK_ENV }),
    ).toEqual(['PUBLIC_URL: must be an https address']);
  });

  test('names faults of both kinds at once', () => {
    expect(faultsOf({ ...deployed, ADMIN_EMAIL: '', PORT: 'abc', KEYDESK_ENV })).toEqual([
      'PORT: must be a whole number',
      `ADMIN_EMAIL: is required when KEYDESK_ENV is ${KEYDESK_ENV}`,
    ]);
  });
});

describe('a bad value is named', () => {
  test.each([
    ['KEYDESK_ENV', 'prod'],
    ['PORT', 'abc'],
    ['PORT', '0'],
    ['PORT', '70000'],
    ['PORT', '3000.5'],
    ['PUBLIC_URL', 'keys.campus.example'],
    ['PUBLIC_URL', 'ftp://keys.campus.example'],
    ['CORS_ORIGINS', '*'],
    ['CORS_ORIGINS', 'https://a.example, b.example'],
    ['CORS_ORIGINS', 'app:page'],
    ['OIDC_ISSUER', 'accounts'],
    ['ADMIN_EMAIL', 'admin'],
    ['SECURITY_EMAIL', 'gate@'],
    ['SESSION_SECRET', 'short'],
    ['QR_VALIDITY_SECONDS', '5'],
    ['QR_VALIDITY_SECONDS', 'a minute'],
    ['CAMPUS_TIMEZONE', 'Mars/Olympus'],
    ['REMINDER_TIME', '25:00'],
    ['REMINDER_TIME', '5pm'],
    ['SELF_SERVICE', 'yes'],
    ['QR_FORMAT', 'big'],
    ['LEGACY_QR', 'maybe'],
  ])('%s=%s', (name, value) => {
    const faults = faultsOf({ [name]: value });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(new RegExp(`^${name}: .{4,}$`));
  });

  test('never with the value of a secret', () => {
    expect(faultsOf({ SESSION_SECRET: 'hunter2' }).join()).not.toContain('hunter2');
  });
});

test('addresses are kept as the origins that browsers send', () => {
  const config = readConfig({
    PUBLIC_URL: 'https://Keys.Campus.example:443/app/',
    CORS_ORIGINS: ' https://a.example/x , http://b.example:8080,',
  });
  expect(config.publicUrl).toBe('https://keys.campus.example');
  expect(config.corsOrigins).toEqual(['https://a.example', 'http://b.example:8080']);
});
