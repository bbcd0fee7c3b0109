import { describe, expect, test } from 'vitest';
import {
  type Borrower,
  decideBatchReturn,
  decideHandOut,
  decideTakeBack,
  type LockedKey,
  type Verdict,
} from './decide.ts';

const asha = 'a'.repeat(24);
const ravi = 'b'.repeat(24);

function keyAt(facts: Partial<LockedKey> = {}): LockedKey {
  return {
    id: '1'.repeat(24),
    keyNumber: 'K-1',
    isActive: true,
    openLoan: null,
    blockedBy: null,
    ...facts,
  };
}

function outWith(holderId: string, facts: Partial<LockedKey> = {}): LockedKey {
  return keyAt({ openLoan: { id: 'd'.repeat(24), holderId }, ...facts });
}

const faculty: NonNullable<Borrower> = {
  id: asha,
  role: 'faculty',
  department: 'CSE',
  facultyId: 'FAC001',
};

function said(verdict: Verdict) {
  return verdict.allowed
    ? 'allowed'
    : { status: verdict.error.status, message: verdict.error.message };
}

const notFound = { status: 404, message: 'Key not found' };
const notAvailable = { status: 409, message: 'Key is not available' };
const notTaken = { status: 409, message: 'Key is not currently taken' };
const reported = { status: 409, message: 'K-1 has been reported damaged.' };
const cannotBorrow = { status: 409, message: 'This person cannot take keys.' };

describe('a hand-out', () => {
  test('is allowed for a key at the desk', () => {
    expect(said(decideHandOut(keyAt(), faculty))).toBe('allowed');
  });

  test('is refused for a key that is out, even with the same person', () => {
    expect(said(decideHandOut(outWith(ravi), faculty))).toEqual(notAvailable);
    expect(said(decideHandOut(outWith(asha), faculty))).toEqual(notAvailable);
  });

  test('is refused for a key that is reported, wherever it is', () => {
    const facts = { blockedBy: 'damaged' } as const;
    for (const key of [keyAt(facts), outWith(ravi, facts)])
      expect(said(decideHandOut(key, faculty))).toEqual(reported);
  });

  test('is refused for a key that is unknown or deleted', () => {
    expect(said(decideHandOut(undefined, faculty))).toEqual(notFound);
    expect(said(decideHandOut(keyAt({ isActive: false }), faculty))).toEqual(notFound);
  });

  test.each(['security', 'admin'] as const)('is allowed to %s', (role) => {
    const borrower = { id: ravi, role, department: null, facultyId: null };
    expect(said(decideHandOut(keyAt(), borrower))).toBe('allowed');
  });

  test.each([
    ['somebody gone', null],
    ['a pending person', { ...faculty, role: 'pending' }],
    ['faculty without a department', { ...faculty, department: null }],
    ['faculty without a Faculty ID', { ...faculty, facultyId: '' }],
    ['an operator', { ...faculty, role: 'operator' }],
    ['a responder', { ...faculty, role: 'responder' }],
  ] as [string, Borrower][])('is refused to %s', (_who, borrower) => {
    expect(said(decideHandOut(keyAt(), borrower))).toEqual(cannotBorrow);
  });
});

describe('a return', () => {
  test('is allowed for a key that is out', () => {
    expect(said(decideTakeBack(outWith(asha), {}))).toBe('allowed');
  });

  test('is refused for a key at the desk', () => {
    expect(said(decideTakeBack(keyAt(), {}))).toEqual(notTaken);
  });

  test('is refused for a key that is unknown or deleted', () => {
    expect(said(decideTakeBack(undefined, {}))).toEqual(notFound);
    expect(said(decideTakeBack(outWith(asha, { isActive: false }), {}))).toEqual(notFound);
  });

  test('must name the loan that is open now, if it names one', () => {
    expect(said(decideTakeBack(outWith(asha), { shownLoanId: 'd'.repeat(24) }))).toBe('allowed');
    expect(said(decideTakeBack(outWith(asha), { shownLoanId: 'e'.repeat(24) }))).toEqual({
      status: 409,
      message: 'Someone else has this key now. Scan the code again.',
    });
  });

  test('by the holder’s own authority is refused to others', () => {
    expect(said(decideTakeBack(outWith(asha), { holderId: asha }))).toBe('allowed');
    expect(said(decideTakeBack(outWith(asha), { holderId: ravi }))).toEqual({
      status: 403,
      message: 'Only the person who has this key can return it',
    });
  });
});

describe('a batch return', () => {
  const first = outWith(asha, { id: '1'.repeat(24), keyNumber: 'K-1' });
  const second = outWith(ravi, { id: '2'.repeat(24), keyNumber: 'K-2' });
  const atDesk = keyAt({ id: '3'.repeat(24), keyNumber: 'K-3' });
  const alsoAtDesk = keyAt({ id: '4'.repeat(24), keyNumber: 'K-4' });
  const idsOf = (keys: LockedKey[]) => keys.map(({ id }) => id);
  const decide = (keys: LockedKey[]) => decideBatchReturn(idsOf(keys), keys);

  test('is allowed when every key is out, whoever has it', () => {
    expect(said(decide([first, second]))).toBe('allowed');
  });

  test('names each key that is not out, and only those', () => {
    const verdict = decide([first, atDesk, second, alsoAtDesk]);
    expect(said(verdict)).toEqual({
      status: 409,
      message: 'Key is not currently taken: K-3, K-4',
    });
    expect(verdict.allowed || verdict.error.details).toEqual({
      keys: [
        { keyId: atDesk.id, keyNumber: 'K-3' },
        { keyId: alsoAtDesk.id, keyNumber: 'K-4' },
      ],
    });
  });

  test('names each key that is unknown or deleted, before those that are not out', () => {
    const deleted = outWith(asha, { id: '5'.repeat(24), isActive: false });
    const unknown = '6'.repeat(24);
    const verdict = decideBatchReturn(
      [first.id, deleted.id, unknown, atDesk.id],
      [first, deleted, atDesk],
    );
    expect(said(verdict)).toEqual({
      status: 404,
      message: `Key not found: ${deleted.id}, ${unknown}`,
    });
    expect(verdict.allowed || verdict.error.details).toEqual({
      keys: [{ keyId: deleted.id }, { keyId: unknown }],
    });
  });
});
