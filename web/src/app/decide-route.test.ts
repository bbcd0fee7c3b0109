import { type Role, roles } from '@keydesk/shared/http/roles';
import { describe, expect, it } from 'vitest';
import { decideRoute, type GuardedUser, type GuardInput, isRemembered } from './guards.ts';

function person(role: Role, rest: Partial<GuardedUser> = {}): GuardedUser {
  return {
    role,
    isVerified: true,
    department: role === 'faculty' ? 'CSE' : null,
    facultyId: role === 'faculty' ? 'FAC001' : null,
    ...rest,
  };
}

function inputFor(user: GuardedUser | null, rest: Partial<GuardInput> = {}): GuardInput {
  return {
    user,
    justSignedIn: false,
    interrupted: null,
    lastVisited: null,
    lastFacultyTab: null,
    unverified: false,
    atDeskComputer: false,
    ...rest,
  };
}

function visit(role: Role, path: string) {
  return decideRoute(path, inputFor(person(role)));
}

/** Every role-bound page and who may stay on it. */
const pages: [path: string, allowed: Role[]][] = [
  ['/dashboard/admin', ['admin']],
  ['/dashboard/admin/users', ['admin']],
  ['/dashboard/admin/users/0123456789abcdef01234567', ['admin']],
  ['/dashboard/admin/keys', ['admin']],
  ['/dashboard/admin/keys/removed', ['admin']],
  ['/dashboard/admin/keys/0123456789abcdef01234567', ['admin']],
  ['/dashboard/admin/settings', ['admin']],
  ['/dashboard/admin/security', ['admin']],
  ['/dashboard/admin/reports', ['admin']],
  ['/dashboard/admin/audit', ['admin']],
  ['/dashboard/admin/incidents', ['admin']],
  ['/dashboard/admin/campus', ['admin']],
  ['/dashboard/admin/campus/desks', ['admin']],
  ['/dashboard/admin/access', ['admin']],
  ['/dashboard/to-decide', ['faculty', 'security', 'admin']],
  ['/dashboard/my-access', ['faculty', 'security', 'admin']],
  ['/dashboard/admin/system', ['admin']],
  ['/dashboard/operator', ['admin', 'operator']],
  ['/dashboard/responder', ['admin', 'responder']],
  ['/dashboard/security/scanner', ['admin', 'security']],
  ['/dashboard/security/available', ['admin', 'security']],
  ['/dashboard/security/unavailable', ['admin', 'security']],
  ['/dashboard/security/overdue', ['admin', 'security']],
  ['/dashboard/count', ['admin', 'security']],
  ['/dashboard/count/650000000000000000000001', ['admin', 'security']],
  ['/dashboard/faculty/taken', ['admin', 'faculty']],
  ['/dashboard/faculty/keylist', ['admin', 'faculty']],
  ['/dashboard/collective-return', ['admin', 'security', 'faculty']],
];
const matrix = pages.flatMap(([path, allowed]) =>
  roles.map((role) => ({ path, role, stays: allowed.includes(role) })),
);
const open = ['/dashboard/profile', '/dashboard/about', '/dashboard/notifications'];

describe('role-bound pages', () => {
  it.each(matrix.filter(({ stays }) => stays))('$role stays on $path', ({ path, role }) => {
    expect(visit(role, path)).toBeNull();
  });

  it.each(matrix.filter(({ stays }) => !stays))('$role leaves $path', ({ path, role }) => {
    expect(visit(role, path)).toBe('/dashboard');
  });
});

describe('pages for any signed-in person', () => {
  it.each(open.flatMap((path) => roles.map((role) => ({ path, role }))))(
    '$role on $path stays unless registration is pending',
    ({ path, role }) => {
      expect(visit(role, path)).toBe(role === 'pending' ? '/complete-registration' : null);
    },
  );
});

describe('signed out', () => {
  it.each(['/', '/dashboard', '/complete-registration', '/verify-email', '/nowhere', ...open])(
    '%s leads to sign-in',
    (path) => {
      expect(decideRoute(path, inputFor(null))).toBe('/login');
    },
  );

  it('stays on /verify-email after a sign-in with an unverified address', () => {
    expect(decideRoute('/verify-email', inputFor(null, { unverified: true }))).toBeNull();
  });

  it('stays on the sign-in page', () => {
    expect(decideRoute('/login', inputFor(null))).toBeNull();
  });
});

describe('the page on which a computer is enrolled', () => {
  it('is open to everybody, and no place to return to', () => {
    for (const user of [null, ...roles.map((role) => person(role))])
      expect(decideRoute('/enrol', inputFor(user))).toBeNull();
    expect(isRemembered('/enrol')).toBe(false);
  });
});

describe('the sign-in page for someone signed in', () => {
  it('leads to the last visited page', () => {
    const lastVisited = '/dashboard/profile';
    expect(decideRoute('/login', inputFor(person('faculty'), { lastVisited }))).toBe(lastVisited);
  });

  it('leads to the role home when no page is remembered', () => {
    expect(visit('security', '/login')).toBe('/dashboard/security');
  });

  it('leads to the role home right after signing in, whatever is remembered', () => {
    const known = { lastVisited: '/dashboard/about', justSignedIn: true };
    expect(decideRoute('/login', inputFor(person('admin'), known))).toBe('/dashboard/admin');
  });
});

describe('signing in after a session that ended by itself', () => {
  const interrupted = '/dashboard/faculty/keylist?q=lab';

  it.each([true, false])('leads to where it ended; just signed in: %j', (justSignedIn) => {
    const known = { interrupted, justSignedIn, lastVisited: '/dashboard/about' };
    expect(decideRoute('/login', inputFor(person('faculty'), known))).toBe(interrupted);
  });
});

describe('the order of the guards', () => {
  it('puts verification before the role', () => {
    const user = person('faculty', { isVerified: false });
    expect(decideRoute('/dashboard/admin', inputFor(user))).toBe('/verify-email');
  });

  it('puts the role before registration', () => {
    expect(visit('pending', '/dashboard/admin')).toBe('/dashboard');
    expect(visit('pending', '/dashboard')).toBe('/complete-registration');
  });

  it.each(['department', 'facultyId'] as const)('sends faculty without %s to register', (field) => {
    const user = person('faculty', { [field]: null });
    expect(decideRoute('/dashboard/faculty/taken', inputFor(user))).toBe('/complete-registration');
  });
});

describe('registration and verification pages', () => {
  it('are left by those who are done', () => {
    expect(visit('faculty', '/complete-registration')).toBe('/dashboard/faculty');
    expect(visit('security', '/verify-email')).toBe('/dashboard/security');
  });

  it('keep those who are not', () => {
    expect(visit('pending', '/complete-registration')).toBeNull();
    const unverified = inputFor(person('faculty', { isVerified: false }));
    expect(decideRoute('/verify-email', unverified)).toBeNull();
    expect(decideRoute('/complete-registration', unverified)).toBe('/verify-email');
  });
});

describe('index pages', () => {
  it.each([
    ['admin', '/dashboard/admin'],
    ['faculty', '/dashboard/faculty'],
    ['security', '/dashboard/security'],
    ['operator', '/dashboard/operator'],
    ['responder', '/dashboard/responder'],
  ] as const)('%s starts at %s', (role, home) => {
    expect(visit(role, '/dashboard')).toBe(home);
    expect(visit(role, '/')).toBe(home);
  });

  it('keeps an unknown role on /dashboard', () => {
    const stranger = person('visitor' as Role);
    expect(decideRoute('/dashboard', inputFor(stranger))).toBeNull();
    expect(decideRoute('/', inputFor(stranger))).toBe('/dashboard');
  });

  it('opens the scanner at the desk', () => {
    expect(visit('security', '/dashboard/security')).toBe('/dashboard/security/scanner');
  });

  it.each([
    [null, 'taken'],
    ['taken', 'taken'],
    ['keylist', 'keylist'],
    ['gone', 'taken'],
  ])('restores the faculty tab %j as %s', (lastFacultyTab, tab) => {
    const known = inputFor(person('faculty'), { lastFacultyTab });
    expect(decideRoute('/dashboard/faculty', known)).toBe(`/dashboard/faculty/${tab}`);
  });
});

describe('unknown paths', () => {
  it.each([
    '/nowhere',
    '/dashboard/nowhere',
    '/dashboard/faculty/other',
    '/dashboard/admin/x',
    '/dashboard/admin/keys/one/two',
  ])('%s leads to /dashboard', (path) => {
    expect(visit('admin', path)).toBe('/dashboard');
  });
});

describe('any path and person', () => {
  const starts = ['/', '/login', '/verify-email', '/x', '/dashboard', ...pages.map(([p]) => p)];
  const people = roles.flatMap((role) => [person(role), person(role, { isVerified: false })]);

  it('comes to rest within a few redirects', () => {
    for (const user of [null, ...people, person('faculty', { facultyId: null })])
      for (const start of starts) {
        let path: string | null = start;
        for (let hops = 0; path !== null && hops < 5; hops++)
          path = decideRoute(path, inputFor(user));
        expect(path, `${user?.role} from ${start}`).toBeNull();
      }
  });
});

describe('the last visited page', () => {
  it.each(['/login', '/complete-registration', '/verify-email', '/', '/x'])(
    'is never %s',
    (path) => {
      expect(isRemembered(path)).toBe(false);
    },
  );

  it('is any dashboard page', () => {
    expect(isRemembered('/dashboard/faculty/keylist')).toBe(true);
  });
});

it('leads from Volunteer Key Return to the desk on its computer', () => {
  const user = person('security');
  const at = (atDeskComputer: boolean) =>
    decideRoute('/dashboard/collective-return', inputFor(user, { atDeskComputer }));
  expect([at(false), at(true)]).toEqual([null, '/dashboard']);
});
