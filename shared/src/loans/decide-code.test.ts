import { describe, expect, test } from 'vitest';
import { decideCode, type IssuedCode, type KeyNow, matchesIssuedCode } from './decide.ts';
import type { ScannedCode } from './qr-parse.ts';

const issuedAt = new Date('2025-01-02T12:00:00.000Z');

function after(seconds: number) {
  return new Date(issuedAt.getTime() + seconds * 1000);
}

const guard = 'a'.repeat(24);
const otherGuard = 'b'.repeat(24);
const keys = ['1'.repeat(24), '2'.repeat(24)];

function code(facts: Partial<IssuedCode> = {}): IssuedCode {
  return {
    type: 'key-request',
    userId: 'c'.repeat(24),
    keyIds: [keys[0] ?? ''],
    issuedAt,
    expiresAt: after(60),
    usedAt: null,
    usedBy: null,
    voidedAt: null,
    ...facts,
  };
}

const holder = 'c'.repeat(24);
/** As the code left it. */
const out: KeyNow = { holderId: holder, takenAt: after(30), returnedAt: null };
const back: KeyNow = { holderId: null, takenAt: null, returnedAt: after(30) };

function decide(facts: Partial<IssuedCode>, scanner: string, now: Date, keysNow = [out]) {
  const verdict = decideCode(code(facts), scanner, now, keysNow);
  return verdict.outcome === 'refused' ? verdict.error.message : verdict.outcome;
}

describe('a code that nobody used', () => {
  test('lives until its last moment', () => {
    expect(decide({}, guard, issuedAt)).toBe('valid');
    expect(decide({}, guard, after(59.999))).toBe('valid');
  });

  test('expires at its end, reported in whole seconds', () => {
    const text = (age: number) =>
      `Invalid QR code: QR code is expired (${age} seconds old, max 60 seconds)`;
    expect(decide({}, guard, after(60))).toBe(text(60));
    expect(decide({}, guard, after(75.9))).toBe(text(75));
  });

  test('is refused once it is void, even while it would live', () => {
    const voided = { voidedAt: after(5) };
    expect(decide(voided, guard, after(6))).toBe('QR code is no longer valid, please regenerate');
    expect(decide(voided, guard, after(90))).toBe('QR code is no longer valid, please regenerate');
  });
});

describe('a code that was used', () => {
  const used = { usedAt: after(30), usedBy: guard };

  test('repeats its result to the same desk for ten minutes, though it has expired', () => {
    expect(decide(used, guard, after(31))).toBe('repeat');
    expect(decide(used, guard, after(30 + 600))).toBe('repeat');
  });

  test('is refused to the same desk after that', () => {
    expect(decide(used, guard, after(30 + 600.001))).toBe('QR code has already been used');
  });

  test('is refused to another desk at once', () => {
    expect(decide(used, otherGuard, after(31))).toBe('QR code has already been used');
  });

  test.each([
    ['has already been returned', { ...back, returnedAt: after(40) }],
    ['is with somebody else', { ...out, holderId: 'd'.repeat(24), takenAt: after(45) }],
    ['is with somebody else of the same moment', { ...out, holderId: 'd'.repeat(24) }],
    ['came back, and the same person has it again', { ...out, takenAt: after(45) }],
  ])('is refused once the key %s', (_, key) => {
    expect(decide(used, guard, after(50), [key])).toBe('QR code has already been used');
  });

  test('repeats a return only while that is the last event of all its keys', () => {
    const batch = { ...used, type: 'batch-return' as const };
    expect(decide(batch, guard, after(50), [back, back])).toBe('repeat');
    const others = [out, { ...back, returnedAt: after(45) }, { ...back, holderId: holder }];
    for (const later of others)
      expect(decide(batch, guard, after(50), [back, later])).toBe('QR code has already been used');
  });
});

describe('a payload agrees with the code that was issued', () => {
  const scanned = (facts: Partial<ScannedCode> = {}): ScannedCode => ({
    type: 'key-request',
    shape: 'request',
    keyIds: [keys[0] ?? ''],
    userId: 'c'.repeat(24),
    secret: null,
    timestamp: issuedAt,
    ...facts,
  });

  test('when it says the same, with or without its timestamp', () => {
    expect(matchesIssuedCode(scanned(), code())).toBe(true);
    expect(matchesIssuedCode(scanned({ timestamp: null }), code())).toBe(true);
  });

  test('when it lists the same keys in another order', () => {
    const batch = { keyIds: keys };
    expect(matchesIssuedCode(scanned({ keyIds: [...keys].reverse() }), code(batch))).toBe(true);
  });

  test.each([
    ['type', { type: 'key-return' }],
    ['person', { userId: 'd'.repeat(24) }],
    ['person, who is missing', { userId: null }],
    ['key', { keyIds: [keys[1] ?? ''] }],
    ['number of keys', { keyIds: keys }],
    ['number of keys, one twice', { keyIds: [keys[0], keys[0]] }],
    ['moment', { timestamp: after(0.001) }],
  ] as [string, Partial<ScannedCode>][])('not when it names another %s', (_what, facts) => {
    expect(matchesIssuedCode(scanned(facts), code())).toBe(false);
  });
});
