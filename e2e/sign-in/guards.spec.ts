import { expect, type Page } from '@playwright/test';
import type { Visitor } from '../../server/test/visitor.ts';
import type { Campus } from '../campus/campus.ts';
import { test } from '../campus/test.ts';

/** Every address, those that are remembered and change later visits at the end. */
const paths = [
  '/',
  '/login',
  '/complete-registration',
  '/verify-email',
  '/no-such-page',
  '/dashboard',
  '/dashboard/no-such-page',
  '/dashboard/admin/no-such-page',
  '/dashboard/faculty/no-such-tab',
  '/dashboard/admin',
  '/dashboard/admin/users',
  '/dashboard/admin/keys',
  '/dashboard/admin/security',
  '/dashboard/admin/reports',
  '/dashboard/operator',
  '/dashboard/responder',
  '/dashboard/security',
  '/dashboard/security/scanner',
  '/dashboard/security/available',
  '/dashboard/security/unavailable',
  '/dashboard/collective-return',
  '/dashboard/profile',
  '/dashboard/about',
  '/dashboard/notifications',
  '/dashboard/faculty',
  '/dashboard/faculty/taken',
  '/dashboard/faculty/keylist',
];

/** For those who may go nowhere yet: addresses of each kind. */
const someOfEach = [
  '/',
  '/login',
  '/complete-registration',
  '/verify-email',
  '/no-such-page',
  '/dashboard',
  '/dashboard/admin',
  '/dashboard/security/scanner',
  '/dashboard/faculty',
  '/dashboard/profile',
];

const everyones = ['/dashboard/profile', '/dashboard/about', '/dashboard/notifications'];
const desk = [
  '/dashboard/security/scanner',
  '/dashboard/security/available',
  '/dashboard/security/unavailable',
];
const faculty = ['/dashboard/faculty/taken', '/dashboard/faculty/keylist'];
const admin = [
  '/dashboard/admin',
  '/dashboard/admin/users',
  '/dashboard/admin/keys',
  '/dashboard/admin/security',
  '/dashboard/admin/reports',
];
const volunteering = '/dashboard/collective-return';
const firstTabs = {
  '/dashboard/security': '/dashboard/security/scanner',
  '/dashboard/faculty': '/dashboard/faculty/taken',
};

type Row = {
  who: string;
  arrives: (campus: Campus) => Promise<Visitor> | null;
  /** Where every address leads that is not theirs. */
  home: string;
  stays?: readonly string[];
  goes?: Readonly<Record<string, string>>;
};

test.describe.configure({ mode: 'parallel' });

const rows: readonly Row[] = [
  { who: 'somebody signed out', arrives: () => null, home: '/login' },
  {
    who: 'a pending person',
    arrives: ({ person }) => person('pending'),
    home: '/complete-registration',
  },
  {
    who: 'faculty without a faculty ID',
    arrives: ({ person }) => person('faculty', { facultyId: null }),
    home: '/complete-registration',
  },
  {
    who: 'somebody whose address is not verified',
    arrives: ({ person }) => person('faculty', { isVerified: false }),
    home: '/verify-email',
  },
  {
    who: 'faculty',
    arrives: ({ person }) => person('faculty'),
    home: '/dashboard/faculty/taken',
    stays: [...everyones, ...faculty, volunteering],
  },
  {
    who: 'security',
    arrives: ({ person }) => person('security'),
    home: '/dashboard/security/scanner',
    stays: [...everyones, ...desk, volunteering],
  },
  {
    who: 'an admin',
    arrives: ({ person }) => person('admin'),
    home: '/dashboard/admin',
    stays: [
      ...[...everyones, ...admin, ...desk, ...faculty, volunteering],
      ...['/dashboard/operator', '/dashboard/responder'],
    ],
    goes: firstTabs,
  },
  {
    who: 'an operator',
    arrives: ({ person }) => person('operator'),
    home: '/dashboard/operator',
    stays: everyones,
  },
  {
    who: 'a responder',
    arrives: ({ person }) => person('responder'),
    home: '/dashboard/responder',
    stays: everyones,
  },
];

/** Where a visit to `path` ends, once a page is shown. */
const landing = async (page: Page, path: string): Promise<string> => {
  await page.goto(path);
  await page.getByRole('main').waitFor();
  return new URL(page.url()).pathname;
};

for (const { who, arrives, home, stays, goes = {} } of rows) {
  const tried = stays ? paths : someOfEach;
  test(`each address leads ${who} to where they may be`, async ({ campus, visit }) => {
    const page = await visit(await arrives(campus), '/login');
    const landings: Record<string, string> = {};
    for (const path of tried) landings[path] = await landing(page, path);
    const expected = tried.map((path) => [
      path,
      stays?.includes(path) ? path : (goes[path] ?? home),
    ]);
    expect(landings).toEqual(Object.fromEntries(expected));
  });
}
