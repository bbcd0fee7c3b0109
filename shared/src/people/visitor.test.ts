import { describe, expect, test } from 'vitest';
import { decideAccess } from '../access/decide-access.ts';
import { overrideRefusal } from '../access/refused-access.ts';
import { dueBy } from '../due/due-for.ts';
import { isSamePhone, type VisitorInput, visitEndRefusal, visitorRefusal } from './visitor.ts';
import { visitorRoutes } from './visitor-routes.ts';

const at = new Date('2026-03-10T06:30:00Z');
const wanted = { keyNumber: 'A-101', isForVisitors: true, at, timezone: 'Asia/Kolkata' };
const ravi: VisitorInput = {
  name: 'Ravi of Voltas',
  sponsor: { id: 'asha', name: 'Asha Rao' },
  sponsorMayBorrow: true,
  answer: 'confirmed',
  validUntil: '2026-03-12T18:29:00Z',
  refusedBy: null,
  vouched: false,
  keysOfNumber: 2,
  keysOfSponsor: 2,
};

function refusalOf(changed: Partial<VisitorInput>, want: Partial<typeof wanted> = {}) {
  return visitorRefusal({ ...ravi, ...changed }, { ...wanted, ...want });
}

test.each(['confirmed', null] as const)(
  'a visitor may have a third key, answered: %s',
  (answer) => {
    expect(refusalOf({ answer })).toBeNull();
  },
);

test.each<[string, Partial<VisitorInput>, Partial<typeof wanted>, string]>([
  [
    'VISITOR_REFUSED',
    { answer: 'refused' },
    {},
    'Asha Rao does not vouch for Ravi of Voltas. Only they or an admin can change this.',
  ],
  [
    'VISITOR_REFUSED',
    { answer: null, refusedBy: 'Meera Nair' },
    {},
    'Meera Nair refused a visitor with this name or number. Ravi of Voltas can have keys once Asha Rao has confirmed.',
  ],
  [
    'VISITOR_WITHOUT_SPONSOR',
    { sponsorMayBorrow: false },
    {},
    'Asha Rao can no longer vouch for Ravi of Voltas. Choose another sponsor.',
  ],
  ['VISITOR_OVER', { validUntil: at.toISOString() }, {}, 'Ravi of Voltas’s visit ended (12:00).'],
  [
    'VISITOR_HIGH_SECURITY',
    {},
    { isForVisitors: false },
    'A-101 is a high-security key. Visitors cannot have it.',
  ],
  [
    'VISITOR_HAS_MOST',
    { keysOfNumber: 3 },
    {},
    'The phone number of Ravi of Voltas already has 3 keys, the most is 3. They must return one first.',
  ],
  [
    'VISITOR_HAS_MOST',
    { keysOfSponsor: 3 },
    {},
    'The visitors of Asha Rao already have 3 keys, the most is 3. They must return one first.',
  ],
])('%s says why and what next', (code, changed, want, text) => {
  expect(refusalOf(changed, want)).toEqual({ code, text });
});

describe('access rules', () => {
  const key = { id: 'k', keyNumber: 'A-101', department: 'CSE', category: 'Lab', block: 'A' };
  const person = { id: 'v', name: 'Ravi of Voltas (visitor)', role: 'visitor' as const };
  const facts = {
    at,
    timezone: 'Asia/Kolkata',
    key: { ...key, level: 'normal' as const },
    person: { ...person, department: null, departmentConfirmed: true },
    rules: [],
    groupIds: [],
    granted: true,
    approverName: null,
    overdueKeyNumber: null,
  };

  test('and access given do not help a visitor beyond that, nor can the desk override it', () => {
    const verdict = decideAccess({ ...facts, visitor: { ...ravi, keysOfNumber: 3 } });
    expect(verdict).toMatchObject({ outcome: 'refused', reasons: [{ code: 'VISITOR_HAS_MOST' }] });
    const asked = { ...facts.key, keyName: 'Lab' };
    const parties = { holder: person, desk: { id: 'g' } };
    expect(overrideRefusal(verdict, asked, parties)?.code).toBe('NO_OVERRIDE');
  });

  test('and access given open no high-security key to a visitor', () => {
    const high = { ...facts, key: { ...facts.key, level: 'high' as const }, visitor: ravi };
    expect(decideAccess(high).reasons[0]?.code).toBe('VISITOR_HIGH_SECURITY');
  });

  test.each([
    [null, 'VISITOR_NOT_CONFIRMED', 'No answer from Asha Rao yet'],
    ['confirmed', 'VISITOR_CONFIRMED', 'Asha Rao vouches for Ravi of Voltas.'],
  ] as const)('allow whoever may have it, answered: %s', (answer, code, says) => {
    const verdict = decideAccess({ ...facts, visitor: { ...ravi, answer } });
    expect(verdict).toMatchObject({
      outcome: 'allowed',
      reasons: [{ code, text: says }, { code: 'GRANTED' }],
    });
  });

  test('decide within it', () => {
    const visitor = { ...facts, visitor: ravi };
    const restricted = { ...facts.key, level: 'restricted' as const };
    expect(decideAccess({ ...visitor, granted: false, key: restricted }).outcome).toBe(
      'needs-approval',
    );
  });
});

test.each([
  ['in a minute', 60_000, undefined],
  ['in 30 days', 30 * 86_400_000, undefined],
  ['a millisecond later', 30 * 86_400_000 + 1, 'VISIT_TOO_LONG'],
  ['now', 0, 'VISIT_ENDS_BEFORE_NOW'],
])('a visit may end %s: %s %s', (_when, ms, code) => {
  expect(visitEndRefusal(new Date(at.getTime() + ms), at)?.code).toBe(code);
});

describe('a key is due by the end of the visit', () => {
  const end = new Date('2026-03-10T12:00:00Z');
  const due = (dueAt: Date | null, latest: Date | null = null) =>
    dueBy({ rule: null, latest, extended: 2, dueAt, graceUntil: dueAt }, end);

  test.each([
    ['that would be later', new Date('2026-03-10T12:30:00Z')],
    ['that has no due time', null],
  ])('if it is one %s', (_which, dueAt) => {
    expect(due(dueAt)).toMatchObject({ dueAt: end, graceUntil: end, latest: end, extended: 0 });
  });

  test('and earlier if that is earlier', () => {
    const before = new Date('2026-03-10T11:00:00Z');
    expect(due(before)).toMatchObject({ dueAt: before, graceUntil: before, latest: end });
    expect(due(end)).toMatchObject({ dueAt: end, extended: 2 });
  });

  test('or by a maximum before it, and by the rules alone where it has no end', () => {
    const [earlier, later] = [-60_000, 60_000].map((ms) => new Date(end.getTime() + ms));
    expect(due(null, earlier).latest).toEqual(earlier);
    expect(due(null, later).latest).toEqual(end);
    const usual = { rule: null, latest: end, extended: 0, dueAt: end, graceUntil: end };
    expect(dueBy(usual, null)).toEqual(usual);
  });
});

test.each(['Voltas', 'M/s Voltas', 'M/S. Voltas'])('%s is the company Voltas', (organisation) => {
  const id = 'a'.repeat(24);
  const visitor = { name: 'Ravi', phone: '98450 12345', sponsorId: id, organisation };
  const body = { ...visitor, validUntil: at.toISOString() };
  expect(visitorRoutes.enterVisitor.body.parse(body).organisation).toBe('Voltas');
});

test.each([
  ['+914423456789', '04423456789', true],
  ['+914423456789', '4423456789', true],
  ['+914423456789', '914423456789', true],
  ['+914423456789', '23456789', true],
  ['+6561234567', '61234567', true],
  ['+359 2 123 4567'.replaceAll(' ', ''), '021234567', true],
  ['+914423456789', '+14423456789', false],
  ['+914423456789', '04423456780', false],
  ['+914423456789', '456789', false],
  ['000000', '4423456789', false],
])('are %s and %s one number: %s', (one, other, same) => {
  expect([isSamePhone(one, other), isSamePhone(other, one)]).toEqual([same, same]);
});
