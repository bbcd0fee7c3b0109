import { describe, expect, test } from 'vitest';
import {
  type ApprovalStep,
  type Approvers,
  askedAt,
  mayDecide,
  stepAfter,
  stepNow,
} from './requests.ts';

const owner = { id: 'owner', name: 'Dr Menon' };
const head = { id: 'head', name: 'Prof. Iyer' };
const both: Approvers = { owner, head };
const nobody: Approvers = { owner: null, head: null };

describe('a request is with', () => {
  test.each<[string, ApprovalStep, Approvers, ApprovalStep]>([
    ['the owner', 0, both, 0],
    ['the head where there is no owner', 0, { owner: null, head }, 1],
    ['the admins where there is nobody else', 0, nobody, 2],
    ['the head after one step up', 1, both, 1],
    ['the admins after one step up from an owner without a head', 1, { owner, head: null }, 2],
    ['the admins after a step up from an owner who is the head too', 1, { owner, head: owner }, 2],
    ['the admins after two steps', 2, both, 2],
  ])('%s', (_who, reached, approvers, step) => {
    expect(stepNow(reached, approvers)).toBe(step);
  });

  test('each of them in turn', () => {
    expect([0, 1, 2].map((step) => askedAt(step as ApprovalStep, both))).toEqual([
      owner,
      head,
      null,
    ]);
    expect([0, 1, 2].map((step) => stepAfter(step as ApprovalStep, both))).toEqual([1, 2, null]);
    expect(stepAfter(0, { owner, head: null })).toBe(2);
  });
});

describe('it may be decided', () => {
  const decides = (id: string, step: ApprovalStep, role: 'faculty' | 'admin' = 'faculty') =>
    mayDecide({ id, role }, { requesterId: 'asker', step, approvers: both });

  test('by whoever is asked, whoever was asked before, and by admins', () => {
    expect([0, 1, 2].map((step) => decides('owner', step as ApprovalStep))).toEqual([
      true,
      true,
      true,
    ]);
    expect([0, 1, 2].map((step) => decides('head', step as ApprovalStep))).toEqual([
      false,
      true,
      true,
    ]);
    expect(decides('anybody', 2)).toBe(false);
    expect(decides('anybody', 0, 'admin')).toBe(true);
  });

  test('but never by whoever asked', () => {
    for (const role of ['faculty', 'admin'] as const)
      expect(
        mayDecide({ id: 'owner', role }, { requesterId: 'owner', step: 2, approvers: both }),
      ).toBe(false);
  });
});
