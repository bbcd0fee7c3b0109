import { describe, expect, test } from 'vitest';
import type { Call } from './call.ts';
import { judge } from './judge.ts';

const lost = { answered: Number.POSITIVE_INFINITY, answer: null };

function ok(facts: object = {}) {
  return { answer: { status: 200, code: 'OK', ...facts } };
}

function refused(code: string) {
  return { answer: { status: 409, code } };
}

/** Calls about one key, each begun at its number and, by default, answered right afterwards. */
function history(...calls: (Partial<Call> & Pick<Call, 'kind' | 'answer'>)[]): Call[] {
  return calls.map((call, number) => ({
    by: 'desk',
    keyIds: ['key'],
    invoked: number,
    answered: number + 0.5,
    ...call,
  }));
}

const asked = { kind: 'issue-request', by: 'asha', owner: 'asha', code: 'c1', ...ok() } as const;
const scan = { kind: 'scan-request', owner: 'asha', code: 'c1' } as const;
const given = { ...scan, ...ok({ loan: 'l1', holder: 'asha' }) };

describe('rules', () => {
  const denied = { kind: 'change-rule' as const, rule: 'deny' as const, ...ok() };
  const ended = { kind: 'change-rule' as const, rule: 'none' as const, ...ok() };
  const no = { kind: 'take' as const, ...refused('ACCESS_REFUSED') };

  test('hold from the moment in which they are confirmed until they are ended', () => {
    expect(judge(history(asked, denied, no, ended, given))).toEqual([]);
    expect(judge(history(asked, denied, given))).toHaveLength(1);
    expect(judge(history(denied, ended, no))).toHaveLength(1);
  });

  test('may or may not hold for what is under way at the same time', () => {
    expect(judge(history({ ...asked, answered: 9 }, denied))).toEqual([]);
    expect(judge(history({ ...no, answered: 9 }, denied))).toEqual([]);
  });

  test('say nothing of a scan that only repeats an answer', () => {
    expect(judge(history(asked, given, denied, given))).toEqual([]);
  });
});

describe('keys', () => {
  test('a key may be handed out, brought back and handed out again', () => {
    const back = { kind: 'collect' as const, ...ok({ holder: 'asha' }) };
    const take = { kind: 'take' as const, ...ok({ loan: 'l2', holder: 'desk' }) };
    expect(judge(history(asked, given, back, take))).toEqual([]);
  });

  test('a key that is out is not handed out to another', () => {
    const take = { kind: 'take' as const, by: 'other', ...ok({ loan: 'l2' }) };
    expect(judge(history(asked, given, take))).toHaveLength(1);
  });

  test('a key is not told to hang when it is out, nor to be with another', () => {
    expect(judge(history(asked, given, { kind: 'read', ...ok() }))).toHaveLength(1);
    const elsewhere = { kind: 'read' as const, ...ok({ holder: 'ravi', loan: 'l1' }) };
    expect(judge(history(asked, given, elsewhere))).toHaveLength(1);
  });

  test('a refusal is true at some point of the call', () => {
    const unavailable = { kind: 'take' as const, ...refused('KEY_NOT_AVAILABLE') };
    expect(judge(history(unavailable))).toHaveLength(1);
    expect(judge(history({ ...unavailable, answered: 9 }, asked, given))).toEqual([]);
  });

  test('a batch names the keys at fault, and the others are out', () => {
    const keyIds = ['key', 'hangs'];
    const batch = { kind: 'scan-batch' as const, keyIds, owner: 'asha', code: 'b' };
    const answer = (faults: string[]) => ({
      answer: { status: 409, code: 'KEYS_NOT_TAKEN', faults },
    });
    expect(judge(history(asked, given, { ...batch, ...answer(['hangs']) }))).toEqual([]);
    expect(judge(history(asked, given, { ...batch, ...answer(['key', 'hangs']) }))).toHaveLength(1);
  });

  test('a call whose answer was lost may have happened, once', () => {
    const takeLost = { kind: 'take' as const, by: 'desk', ...lost };
    const seenOut = { kind: 'read' as const, ...ok({ holder: 'desk', loan: 'l7' }) };
    const collected = { kind: 'collect' as const, ...ok({ holder: 'desk' }) };
    expect(judge(history(takeLost, seenOut, collected))).toEqual([]);
    expect(judge(history(takeLost, collected, seenOut))).toHaveLength(1);
    expect(judge(history(takeLost, { kind: 'read', ...ok() }))).toEqual([]);
  });
});

describe('codes', () => {
  test('the desk that used a code gets the same answer again, another is refused', () => {
    const late = { ...scan, by: 'other', ...refused('QR_USED') };
    expect(judge(history(asked, given, given, late))).toEqual([]);
  });

  test('a repeat whose first answer was lost is one handover', () => {
    expect(judge(history(asked, { ...scan, ...lost }, given, given))).toEqual([]);
  });

  test('a repeat is answered whatever loan it shows', () => {
    const issued = { ...asked, kind: 'issue-return' as const, code: 'r1' };
    const back = {
      kind: 'scan-return' as const,
      owner: 'asha',
      code: 'r1',
      ...ok({ holder: 'asha' }),
    };
    const again = { kind: 'take' as const, ...ok({ loan: 'l2', holder: 'desk' }) };
    const before = [asked, given, issued] as const;
    const late = { ...back, shownLoan: 'l2' };
    expect(judge(history(...before, { ...back, shownLoan: 'l1' }, again, late))).toEqual([]);
    expect(judge(history(...before, late, again))).toHaveLength(1);
  });

  test('one code is not answered in two ways, nor to two desks', () => {
    expect(judge(history(asked, given, { ...scan, ...ok({ loan: 'l2' }) }))).not.toEqual([]);
    expect(judge(history(asked, given, { ...given, by: 'other' }))).not.toEqual([]);
  });

  test('a code that a newer one replaced is not accepted', () => {
    const newer = { ...asked, code: 'c2' };
    expect(judge(history(asked, newer, given))).toHaveLength(1);
    expect(judge(history(asked, newer, { ...scan, ...refused('QR_VOIDED') }))).toEqual([]);
    expect(judge(history(asked, { ...scan, ...refused('QR_VOIDED') }))).toHaveLength(1);
  });

  test('nobody is told that a code is used before it is', () => {
    expect(judge(history(asked, { ...scan, ...refused('QR_USED') }, given))).toHaveLength(1);
  });
});

describe('roles', () => {
  const change = (role: string) =>
    ({ kind: 'change-role', by: 'admin', keyIds: [], owner: 'asha', role, ...ok() }) as const;

  const take = { kind: 'take' as const, by: 'asha', owner: 'asha' };
  const refusedToTake = { ...take, ...refused('USE_THE_DESK') };
  const taken = { ...take, ...ok({ loan: 'l1', holder: 'asha' }) };

  test('whoever joins the desk may take keys without a code, and nobody else', () => {
    expect(judge(history(refusedToTake, change('security'), taken))).toEqual([]);
    expect(judge(history(taken))).toHaveLength(1);
    expect(judge(history(change('security'), refusedToTake))).toHaveLength(1);
    expect(judge(history(change('security'), change('faculty'), taken))).toHaveLength(1);
  });

  test('another role ends the codes of before', () => {
    expect(judge(history(asked, change('security'), change('faculty'), given))).toHaveLength(1);
  });
});

test('an answer that no honest work brings is a fault', () => {
  const broken = { kind: 'read' as const, answer: { status: 500, code: 'INTERNAL' } };
  expect(judge(history(broken))).toEqual(['read: 500 INTERNAL']);
});
