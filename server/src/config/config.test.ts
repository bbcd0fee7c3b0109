import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigError, environmentSchema, readConfig } from './config.ts';

function faultsOf(variables: Record<string, string>): readonly string[] {
  try {
    readConfig(variables);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.errors;
    throw error;
  }
}

const deployed = {
  PUBLIC_URL: 'https://keys.campus.example',
  GOOGLE_CLIENT_ID: 'id',
  GOOGLE_CLIENT_SECRET: 'secret',
  SESSION_SECRET: 'x'.repeat(32),
  ADMIN_EMAIL: 'admin@campus.example',
  SECURITY_EMAIL: 'security@campus.example',
  SIGN_IN_DOMAINS: 'campus.example',
};

/** Each is a line of its own when it is missing. */
const required = Object.keys(deployed).filter((name) => name !== 'SIGN_IN_DOMAINS');

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
      signInName: 'Google',
      frontendUrl: undefined,
      version: expect.stringMatching(/^\d+\.\d+\.\d+(\+[\w-]+)?$/),
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

describe('a local instance', () => {
  const line = (name: string, address: string) =>
    `${name}: ${address} reaches beyond this machine, but a local installation asks for no password. Set KEYDESK_ENV=pro, or DEMO_SIGN_IN=open to let everyone in as anybody.`;

  test.each([
    ['HOST', '0.0.0.0', '0.0.0.0'],
    ['HOST', '::', '::'],
    ['HOST', '192.0.2.7', '192.0.2.7'],
    ['HOST', '127.0.0.1.example.edu', '127.0.0.1.example.edu'],
    ['PUBLIC_URL', 'https://keys.example.edu', 'keys.example.edu'],
    ['PUBLIC_URL', 'http://localhost.example.edu:3000', 'localhost.example.edu'],
    ['PUBLIC_URL', 'http://192.0.2.7:3000', '192.0.2.7'],
  ])('does not start with %s=%s, unless that is meant', (name, value, address) => {
    expect(faultsOf({ [name]: value })).toEqual([line(name, address)]);
    expect(readConfig({ [name]: value, DEMO_SIGN_IN: 'open' })).toMatchObject({
      isLocal: true,
      servesThisMachineAlone: false,
    });
  });

  test('names both at once', () => {
    expect(faultsOf({ HOST: '0.0.0.0', PUBLIC_URL: 'https://keys.example.edu' })).toEqual([
      line('HOST', '0.0.0.0'),
      line('PUBLIC_URL', 'keys.example.edu'),
    ]);
  });

  test.each([
    ['HOST', 'localhost'],
    ['HOST', '127.0.0.2'],
    ['HOST', '::1'],
    ['PUBLIC_URL', 'http://127.0.0.1:8080'],
    ['PUBLIC_URL', 'http://[::1]:3000'],
    ['PUBLIC_URL', 'http://keydesk.localhost:3000'],
  ])('starts with %s=%s', (name, value) => {
    expect(readConfig({ [name]: value }).servesThisMachineAlone).toBe(true);
  });
});

describe('demo data', () => {
  test('fill a local database, unless it is to be empty', () => {
    expect(readConfig({}).demoData).toBe('on');
    for (const DEMO_DATA of ['simple', 'on', 'desks', 'off'])
      expect(readConfig({ DEMO_DATA }).demoData).toBe(DEMO_DATA);
    expect(faultsOf({ DEMO_DATA: 'no' })).toEqual(['DEMO_DATA: must be simple, on, desks or off']);
  });

  test.each(['dev', 'pro'])('never get into %s', (KEYDESK_ENV) => {
    expect(readConfig({ ...deployed, KEYDESK_ENV, DEMO_DATA: 'desks' }).demoData).toBe('off');
  });
});

test('a copy of .env.example that nobody filled in starts no trial', () => {
  const text = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8');
  const lines = text.split('\n').filter((line) => /^[A-Z]/.test(line));
  expect(lines[0]).toMatch(/^KEYDESK_ENV=pro\b/);
  const pairs = lines.map((line) => line.replace(/ *#.*/, '').split('=', 2));
  expect(faultsOf(Object.fromEntries(pairs))).toContain(
    'GOOGLE_CLIENT_ID: is required when KEYDESK_ENV is pro',
  );
});

test('.env.example names every setting, and the compose file hands on each but those that a container has of its own', () => {
  const read = (name: string) => readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8');
  const compose = read('deploy/compose.yaml');
  const names = Object.keys(environmentSchema.shape);
  expect(
    read('.env.example')
      .match(/^[A-Z_]+(?==)/gm)
      ?.sort(),
  ).toEqual([...names].sort());
  // Where it listens and what it keeps.
  expect(names.filter((name) => !compose.includes(`\n    ${name}: `)).sort()).toEqual([
    'DATA_DIR',
    'DEMO_SIGN_IN',
    'HOST',
    'PORT',
  ]);
});

test('a front end is named without what would come before its pages, and may call the API', () => {
  const CORS_ORIGINS = 'https://other.example.edu';
  expect(readConfig({ FRONTEND_URL: 'https://app.example.edu/keys/', CORS_ORIGINS })).toMatchObject(
    {
      frontendUrl: 'https://app.example.edu/keys',
      corsOrigins: ['https://other.example.edu', 'https://app.example.edu'],
    },
  );
  expect(faultsOf({ FRONTEND_URL: 'app.example.edu' })).toEqual([
    'FRONTEND_URL: must be an http or https address',
  ]);
  expect(faultsOf({ FRONTEND_URL: 'https://app.example.edu/?page=#/' })).toEqual([
    'FRONTEND_URL: must be an address without ? and #',
  ]);
});

describe('the contact for security faults', () => {
  test.each([
    ['safety@campus.example', 'mailto:safety@campus.example'],
    ['mailto:safety@campus.example', 'mailto:safety@campus.example'],
    ['https://campus.example/security', 'https://campus.example/security'],
  ])('%s is told as %s', (SECURITY_CONTACT, securityContact) => {
    expect(readConfig({ SECURITY_CONTACT })).toMatchObject({ securityContact });
  });

  test.each(['somebody', 'http://campus.example', 'javascript:alert(1)'])(
    '%s is refused',
    (SECURITY_CONTACT) => {
      expect(faultsOf({ SECURITY_CONTACT })).toEqual([
        'SECURITY_CONTACT: must be an e-mail address or an https address',
      ]);
    },
  );
});

test.each([
  ['local', 0],
  ['dev', 0],
  ['pro', 15],
])(
  '%s asks for a sign-in that is at most %i minutes old, unless told otherwise',
  (KEYDESK_ENV, minutes) => {
    const given = { ...(KEYDESK_ENV !== 'local' && deployed), KEYDESK_ENV };
    expect(readConfig(given).confirmSignInMinutes).toBe(minutes);
    for (const CONFIRM_SIGN_IN_MINUTES of ['0', '7'])
      expect(readConfig({ ...given, CONFIRM_SIGN_IN_MINUTES }).confirmSignInMinutes).toBe(
        Number(CONFIRM_SIGN_IN_MINUTES),
      );
  },
);

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
    const lines = required.map((name) => `${name}: is required when KEYDESK_ENV is ${KEYDESK_ENV}`);
    expect(faultsOf({ KEYDESK_ENV, SIGN_IN_DOMAINS: '*' }).toSorted()).toEqual(lines.toSorted());
  });

  test.each(required)('refuses to start without %s', (name) => {
    expect(faultsOf({ ...deployed, [name]: '', KEYDESK_ENV })).toEqual([
      `${name}: is required when KEYDESK_ENV is ${KEYDESK_ENV}`,
    ]);
  });

  test.each([
    ['SIGN_IN_DOMAINS', 'Example.edu, staff.example.edu', ['example.edu', 'staff.example.edu']],
    ['SIGN_IN_DOMAINS', '*', []],
    ['GOOGLE_HOSTED_DOMAIN', 'example.edu', []],
  ])('starts once %s=%s says who may sign in', (name, value, signInDomains) => {
    const mailboxes = {
      ADMIN_EMAIL: 'Admin@Example.edu',
      SECURITY_EMAIL: 'security@staff.example.edu',
    };
    const unsaid = { ...deployed, ...mailboxes, SIGN_IN_DOMAINS: '', KEYDESK_ENV };
    expect(faultsOf(unsaid)).toEqual([
      `SIGN_IN_DOMAINS: is required when KEYDESK_ENV is ${KEYDESK_ENV} without GOOGLE_HOSTED_DOMAIN; * admits everyone`,
    ]);
    expect(readConfig({ ...unsaid, [name]: value })).toMatchObject({ signInDomains });
  });

  test.each([undefined, 'https://accounts.google.com/'])(
    'takes addresses of a provider for verified unless it is Google: %s',
    (google) => {
      const trusting = { ...deployed, KEYDESK_ENV, OIDC_EMAIL: 'trusted' };
      const other = readConfig({ ...trusting, OIDC_ISSUER: 'https://id.campus.example' });
      expect(other.google.trustsAddresses).toBe(true);
      expect(faultsOf({ ...trusting, ...(google && { OIDC_ISSUER: google }) })).toEqual([
        'OIDC_EMAIL: must not be set for Google, which says of each address whether it is verified',
      ]);
    },
  );

  test('refuses to be reached without https', () => {
    expect(
      faultsOf({ ...deployed, PUBLIC_URL: 'http://keys.campus.example', KEYDESK_ENV }),
    ).toEqual(['PUBLIC_URL: must be an https address']);
  });

  test('names faults of both kinds at once', () => {
    expect(faultsOf({ ...deployed, ADMIN_EMAIL: '', PORT: 'abc', KEYDESK_ENV })).toEqual([
      'PORT: must be a whole number from 1 to 65535',
      `ADMIN_EMAIL: is required when KEYDESK_ENV is ${KEYDESK_ENV}`,
    ]);
  });
});

const port = 'must be a whole number from 1 to 65535';
const web = 'must be an http or https address';
const mail = 'must be an e-mail address';
const validity = 'must be a whole number from 10 to 3600';
const postgres =
  'must look like postgres://user:password@host:5432/keydesk, with # / ? % @ in the password percent-encoded';
const proxies =
  'must be IP addresses, ranges such as 10.0.0.0/8, or the words loopback, linklocal, uniquelocal, separated by commas';
const domains = 'must be domains such as example.edu, separated by commas, or * alone for everyone';
const pushHosts = 'must be host names such as push.example.org, separated by commas';

describe('a bad value is one line that says what it must be', () => {
  test.each([
    ['KEYDESK_ENV', 'prod', 'must be local, dev or pro'],
    ['PORT', 'abc', port],
    ['PORT', '0', port],
    ['PORT', '99999', port],
    ['PORT', '3000.5', port],
    ['PORT', '0x50', port],
    ['PORT', '3e3', port],
    ['PORT', '-80', port],
    ['PORT', '9'.repeat(400), port],
    ['PUBLIC_URL', 'keys.campus.example', web],
    ['PUBLIC_URL', 'ftp://keys.campus.example', web],
    ['CORS_ORIGINS', '*', web],
    ['CORS_ORIGINS', 'https://a.example, b.example, c.example', web],
    ['CORS_ORIGINS', 'app:page', web],
    ['CORS_ORIGINS', 'https://*.a.example', 'must name each origin in full, without *'],
    ['DATABASE_URL', 'nonsense', `must begin with postgres://; it ${postgres}`],
    [
      'DATABASE_URL',
      'mysql://root@db/x',
      `must begin with postgres://, not mysql://; it ${postgres}`,
    ],
    ['DATABASE_URL', 'postgres://me:a#b@db/keydesk', `cannot be read; it ${postgres}`],
    ['DATABASE_URL', 'postgres://me:50%off@db/keydesk', `cannot be read; it ${postgres}`],
    ['DATABASE_URL', 'postgres://me@a,b:port/keydesk', `cannot be read; it ${postgres}`],
    ['DATABASE_URL', 'postgres://a,/keydesk', `cannot be read; it ${postgres}`],
    ['DATABASE_URL', 'postgres://,a/keydesk', `cannot be read; it ${postgres}`],
    [
      'DATABASE_URL',
      'postgres://me@a,b/keydesk?target_session_attrs=prefer-standby',
      'can have no other target_session_attrs than read-write: Keydesk writes',
    ],
    ['OIDC_ISSUER', 'accounts', 'must be an https address'],
    ['OIDC_ISSUER', 'http://id.campus.example', 'must be an https address'],
    ['OIDC_EMAIL', 'true', 'must be trusted, or not set'],
    ['ADMIN_EMAIL', 'admin', mail],
    ['SECURITY_EMAIL', 'gate@', mail],
    ['SESSION_SECRET', 'short', 'must have at least 32 characters'],
    ['METRICS_TOKEN', 'short', 'must have at least 32 characters'],
    ['QR_VALIDITY_SECONDS', '5', validity],
    ['QR_VALIDITY_SECONDS', 'a minute', validity],
    ['CAMPUS_TIMEZONE', 'BST', 'must be a time zone such as Asia/Kolkata'],
    ['CAMPUS_TIMEZONE', '+05:30', 'must be a time zone such as Asia/Kolkata'],
    ['CAMPUS_TIMEZONE', 'Mars/Olympus', 'must be a time zone such as Asia/Kolkata'],
    ['REMINDER_TIME', '25:00', 'must be a time of day such as 17:20'],
    ['REMINDER_TIME', '5pm', 'must be a time of day such as 17:20'],
    ['PRODUCT_NAME', 'x'.repeat(61), 'must have at most 60 characters'],
    ['SELF_SERVICE', 'yes', 'must be true or false'],
    ['QR_FORMAT', 'big', 'must be auto or compact'],
    ['DEMO_SIGN_IN', 'true', 'must be open, or not set'],
    ['LEGACY_QR', 'maybe', 'must be refuse or accept'],
    ['TRUSTED_PROXIES', 'proxy.campus.example', proxies],
    ['TRUSTED_PROXIES', '10.0.0.1, 10.0.0.0/33', proxies],
    ['TRUSTED_PROXIES', '10.0.0.0/0', proxies],
    ['TRUSTED_PROXIES', '2001:db8::/129', proxies],
    ['TRUSTED_PROXIES', 'true', proxies],
    ['SIGN_IN_DOMAINS', 'campus', domains],
    ['SIGN_IN_DOMAINS', ',', domains],
    ['SIGN_IN_DOMAINS', '*, campus.example', domains],
    ['SIGN_IN_DOMAINS', '*.campus.example', domains],
    ['SIGN_IN_DOMAINS', 'somebody@campus.example', domains],
    ['SIGN_IN_DOMAINS', 'campus.example.', domains],
    ['GOOGLE_HOSTED_DOMAIN', '*', 'must be one domain such as example.edu'],
    ['GOOGLE_HOSTED_DOMAIN', '@campus.example', 'must be one domain such as example.edu'],
    ['GOOGLE_HOSTED_DOMAIN', 'a.example, b.example', 'must be one domain such as example.edu'],
    ['PUSH_HOSTS', 'https://push.example.org/x', pushHosts],
    ['PUSH_HOSTS', '*.example.org', pushHosts],
  ])('%s=%s', (name, value, message) => {
    expect(faultsOf({ [name]: value })).toEqual([`${name}: ${message}`]);
  });

  test.each([
    ['SESSION_SECRET', 'hunter2'],
    ['DATABASE_URL', 'postgres://me:hunter2#@db/keydesk'],
  ])('never with the value of a secret: %s', (name, value) => {
    expect(faultsOf({ [name]: value }).join()).not.toContain('hunter2');
  });
});

test('font files are kept in their order, as absolute paths', () => {
  expect(readConfig({}).pdfFonts).toEqual([]);
  expect(readConfig({ PDF_FONTS: '/fonts/b.otf, a.ttf,' }).pdfFonts).toEqual([
    '/fonts/b.otf',
    join(process.cwd(), 'a.ttf'),
  ]);
});

test('proxies and push services are kept as they will be compared', () => {
  const config = readConfig({
    TRUSTED_PROXIES: '10.0.0.1, 172.30.80.0/24, 2001:db8::/32, uniquelocal',
    PUSH_HOSTS: 'Push.Example.org,localhost',
  });
  expect(config.trustedProxies).toEqual([
    'loopback',
    '10.0.0.1',
    '172.30.80.0/24',
    '2001:db8::/32',
    'uniquelocal',
  ]);
  expect(config.pushHosts).toEqual(['push.example.org', 'localhost']);
});

test.each([
  'postgres://db',
  'postgres:///keydesk?host=/run/postgresql',
  'postgresql://me:p%23w@db:5433/keydesk?sslmode=require',
  'postgres://me@a:5433,b,[::1]:5434/keydesk?target_session_attrs=read-write',
])('a database at %s is accepted', (address) => {
  expect(readConfig({ DATABASE_URL: ` ${address} ` }).databaseUrl).toBe(address);
});

test('addresses are kept as the origins that browsers send', () => {
  const config = readConfig({
    DEMO_SIGN_IN: 'open',
    PUBLIC_URL: 'https://Keys.Campus.example:443/app/',
    CORS_ORIGINS: ' https://a.example/x , http://b.example:8080,',
  });
  expect(config.publicUrl).toBe('https://keys.campus.example');
  expect(config.corsOrigins).toEqual(['https://a.example', 'http://b.example:8080']);
});
