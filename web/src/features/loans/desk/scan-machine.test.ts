import type { RefusedAccess } from '@keydesk/shared/access/refused-access';
import type { Key } from '@keydesk/shared/keys/key';
import type { KeyElsewhere } from '@keydesk/shared/keys/key-place';
import { formatKeyTag } from '@keydesk/shared/keys/key-tag';
import type { NeededTag } from '@keydesk/shared/loans/decide';
import type { FoundPerson } from '@keydesk/shared/people/search';
import { describe, expect, test } from 'vitest';
import { sampleKey } from '../../../lib/testing/sample-key.ts';
import type { Obstacle, Proofs, TagNotice } from './handover.ts';
import type { HandoverResult } from './handover-result.ts';
import { returnDetails, type ScanFailure } from './handover-result.ts';
import {
  initialScanState,
  lendsNext,
  type ScanEvent,
  type ScanState,
  scanReducer,
} from './scan-machine.ts';

function after(...events: ScanEvent[]): ScanState {
  return events.reduce(scanReducer, initialScanState);
}

const opened: ScanEvent = { type: 'camera-opened' };
const closed: ScanEvent = { type: 'camera-closed' };
const confirmed: ScanEvent = { type: 'return-confirmed' };
const dismissed: ScanEvent = { type: 'dismissed' };
const repeated: ScanEvent = { type: 'repeated' };

function scan(text: string): ScanEvent {
  return { type: 'code-scanned', text };
}

const details = returnDetails({ keyId: 'a'.repeat(24), userId: null, attested: true }, null, null);
const found: ScanEvent = { type: 'return-found', details };

const outcome: HandoverResult = {
  kind: 'handed-over',
  keyId: '1',
  keyNumber: '204',
  keyName: 'Physics Lab',
  personName: 'Asha Rao',
  at: '2026-01-05T09:00:00.000Z',
};
const finished: ScanEvent = { type: 'finished', outcome };
const failure: ScanFailure = { message: 'Key is not available', key: null, repeatable: false };
const failed: ScanEvent = { type: 'failed', failure };

function failedBy(change: Partial<ScanFailure>): ScanEvent {
  return { type: 'failed', failure: { ...failure, ...change } };
}

function stoppedBy(obstacle: Obstacle): ScanEvent {
  return failedBy({ obstacle });
}

function handingOut(proofs: Proofs): ScanEvent {
  return { type: 'hand-out-chosen', proofs };
}

describe('a scan', () => {
  test('is worked on at once', () => {
    expect(after(scan('one')).step).toEqual({
      name: 'working',
      work: { task: 'read', text: 'one' },
    });
  });

  test('of the same or another code is ignored while one is worked on', () => {
    const working = after(scan('one'));
    expect(scanReducer(working, scan('one'))).toBe(working);
    expect(scanReducer(working, scan('two'))).toBe(working);
  });

  test('replaces a result, so that the desk is never blocked', () => {
    expect(after(scan('one'), finished, scan('two')).step).toMatchObject({
      name: 'working',
      work: { text: 'two' },
    });
  });

  test('replaces an error', () => {
    expect(after(scan('one'), failed, scan('two')).step).toMatchObject({
      name: 'working',
      work: { text: 'two' },
    });
  });

  test('of another code never drops a return that awaits its confirmation', () => {
    expect(after(scan('one'), found, scan('two')).step).toMatchObject({
      name: 'confirming',
      text: 'one',
      notice: { kind: 'other-code' },
    });
  });

  test('of a tag goes along with the return, which waits on if it is another key’s', () => {
    const tag = formatKeyTag('b'.repeat(24));
    const work = { task: 'take-back', text: 'one', item: details.item, tag };
    expect(after(scan('one'), found, scan(tag)).step).toMatchObject({ name: 'working', work });
    const message = 'This is A-110. Asha Rao has A-101.';
    const refused = failedBy({ code: 'TAG_OF_ANOTHER_KEY', message });
    expect(after(scan('one'), found, scan(tag), refused).step).toEqual({
      name: 'confirming',
      text: 'one',
      details,
      notice: { kind: 'wrong-tag', message },
    });
  });

  test('of the same code leaves its confirmation as it is', () => {
    const confirming = after(scan('one'), found);
    expect(scanReducer(confirming, scan('one'))).toBe(confirming);
  });
});

describe('a return', () => {
  test('is only worked on once it is confirmed', () => {
    expect(after(scan('one'), found).step.name).toBe('confirming');
    expect(after(scan('one'), found, confirmed).step).toMatchObject({
      name: 'working',
      work: { task: 'take-back', text: 'one', item: details.item },
    });
  });

  test('of a key that somebody else has cannot be confirmed; the desk may collect it', () => {
    const key = sampleKey({ loanId: 'b'.repeat(24) });
    const ofAnother = { ...details, choice: 'collect' as const, item: key };
    const shown = after(scan('one'), { type: 'return-found', details: ofAnother });
    expect(scanReducer(shown, confirmed)).toBe(shown);
    expect(scanReducer(shown, { type: 'collect-chosen' }).step).toMatchObject({
      name: 'showing-key',
      key,
    });
    // Nothing awaits confirmation, so the next code is read.
    expect(scanReducer(shown, scan('two')).step).toMatchObject({ work: { task: 'read' } });
  });

  test('that is cancelled is not worked on', () => {
    expect(after(scan('one'), found, dismissed).step).toEqual({ name: 'waiting' });
    expect(after(scan('one'), found, dismissed, confirmed).step).toEqual({ name: 'waiting' });
  });

  test('that failed is repeated as confirmed, without asking again', () => {
    expect(after(scan('one'), found, confirmed, failed, repeated).step).toMatchObject({
      name: 'working',
      work: { task: 'take-back', text: 'one', item: details.item },
    });
  });
});

describe('a failure', () => {
  test('is shown until it is dismissed', () => {
    expect(after(scan('one'), failed).step).toMatchObject({ name: 'failed', failure });
    expect(after(scan('one'), failed, dismissed).step).toEqual({ name: 'waiting' });
  });

  test('repeats the same scan on wish', () => {
    expect(after(scan('one'), failed, repeated).step).toEqual({
      name: 'working',
      work: { task: 'read', text: 'one' },
    });
  });
});

describe('the camera', () => {
  test.each([
    ['a result', finished],
    ['an error', failed],
    ['a confirmation', found],
  ])('is there again after %s closes', (_, event) => {
    expect(after(opened, scan('one'), event, dismissed)).toMatchObject({
      camera: true,
      step: { name: 'waiting' },
    });
  });

  test('stays closed when the code came from a USB scanner', () => {
    expect(after(scan('one'), finished, dismissed).camera).toBe(false);
  });

  test('may be closed while a scan is worked on, whose result still comes', () => {
    expect(after(opened, scan('one'), closed, finished)).toMatchObject({
      camera: false,
      step: { name: 'done', outcome },
    });
  });
});

test('an answer that nobody waits for changes nothing', () => {
  expect(after(finished)).toBe(initialScanState);
  expect(after(failed)).toBe(initialScanState);
  expect(after(found)).toBe(initialScanState);
});

test('work under way cannot be dismissed', () => {
  const working = after(scan('one'));
  expect(scanReducer(working, dismissed)).toBe(working);
});

describe('the key of a scanned tag', () => {
  const key = { keyNumber: 'C-1' } as Key;
  const keyFound: ScanEvent = { type: 'key-found', key };

  test('is shown until it is dismissed', () => {
    expect(after(scan('tag'), keyFound).step).toEqual({ name: 'showing-key', text: 'tag', key });
    expect(after(scan('tag'), keyFound, dismissed).step).toEqual({ name: 'waiting' });
  });

  test('gives way to its result once it was collected', () => {
    const collected: ScanEvent = { type: 'collected', outcome };
    expect(after(scan('tag'), keyFound, collected).step).toEqual({ name: 'done', outcome });
    expect(after(scan('tag'), keyFound, dismissed, collected).step).toEqual({ name: 'waiting' });
  });

  test('stays while its tag is still held up, and gives way to another code', () => {
    expect(after(scan('tag'), keyFound, scan('tag')).step).toEqual(
      after(scan('tag'), keyFound).step,
    );
    expect(after(scan('tag'), keyFound, scan('two')).step).toEqual({
      name: 'working',
      work: { task: 'read', text: 'two' },
    });
  });
});

describe('an ID card', () => {
  const person = {
    id: 'a'.repeat(24),
    name: 'Asha Rao',
    department: 'CSE',
    facultyId: null,
    email: 'asha.rao@campus.test',
  };
  const read: ScanEvent = { type: 'card-read', person };
  const free = sampleKey();
  const out = sampleKey({ status: 'unavailable', loanId: 'b'.repeat(24) });

  test('before the tag of a free key says to whom it is lent', () => {
    const shown = after(scan('card'), read, scan('tag'), { type: 'key-found', key: free });
    const card = { text: 'card', person };
    expect(lendsNext(shown.step)).toEqual({ item: free, tag: 'tag', card });
  });

  test('lends neither a key that is out, nor one whose tag comes after another code', () => {
    const ofOut = after(scan('card'), read, scan('tag'), { type: 'key-found', key: out });
    expect(ofOut.step).toMatchObject({ name: 'showing-key', key: out });
    expect(lendsNext(ofOut.step)).toBeNull();
    const later = [scan('one'), finished, scan('tag'), { type: 'key-found', key: free } as const];
    expect(lendsNext(after(scan('card'), read, ...later).step)).toBeNull();
  });

  test('that is nobody’s lends nothing', () => {
    const unknown: ScanEvent = { type: 'card-read', person: null };
    const shown = after(scan('card'), unknown, scan('tag'), { type: 'key-found', key: free });
    expect(lendsNext(shown.step)).toBeNull();
  });
});

function needsTag(needed: NeededTag, notice: TagNotice | null = null): ScanEvent {
  return stoppedBy({ kind: 'tag', needed, notice });
}

describe('a key that is recorded to be at another desk', () => {
  const elsewhere: KeyElsewhere = {
    key: { keyId: '1'.repeat(24), keyNumber: '204', keyName: 'Physics Lab' },
    holder: { userId: '2'.repeat(24), name: 'Asha Rao' },
    recorded: { deskId: '3'.repeat(24), deskName: 'North Desk', verb: 'hangs' },
  };
  const obstacle: Obstacle = { kind: 'elsewhere', elsewhere };
  const told = stoppedBy(obstacle);
  const isHere = handingOut({ here: true });

  test('is handed out with the same code once the desk says that it is here', () => {
    expect(after(scan('one'), told).step).toMatchObject({ name: 'stopped', obstacle });
    expect(after(scan('one'), told, isHere).step).toMatchObject({
      name: 'working',
      work: { task: 'hand-out', text: 'one', here: true },
      from: { obstacle },
    });
    expect(after(scan('one'), told, dismissed, isHere).step).toEqual({ name: 'waiting' });
  });

  test('stays here while its tag is scanned', () => {
    const tag = formatKeyTag('1'.repeat(24));
    const verdict = { outcome: 'allowed' as const, reasons: [], next: null };
    const asked = needsTag({ ...elsewhere, verdict: { ...verdict, obligations: ['tag'] } });
    expect(after(scan('one'), told, isHere, asked, scan(tag)).step).toMatchObject({
      work: { task: 'hand-out', text: 'one', tag, here: true },
    });
  });
});

describe('a key whose tag is checked', () => {
  const tag = formatKeyTag('1'.repeat(24));
  const needed: NeededTag = {
    verdict: { outcome: 'allowed', reasons: [], obligations: ['tag'], next: null },
    key: { keyId: '1'.repeat(24), keyNumber: 'A-101', keyName: 'Physics Lab' },
    holder: { userId: 'a'.repeat(24), name: 'Asha Rao' },
  };
  const asked = needsTag(needed);
  const message = 'This is A-110. Asha Rao asked for A-101.';

  test('cannot be had any more once somebody else has taken it', () => {
    const waiting = after(scan('one'), asked);
    const takenBy = { userId: 'c'.repeat(24), name: 'Leela Krishnan' };
    const key = sampleKey({ _id: needed.key.keyId, takenBy });
    const changed = (takenBy: Key['takenBy']): ScanEvent => ({
      type: 'key-changed',
      key: { ...key, takenBy },
    });
    expect(scanReducer(waiting, changed(null))).toBe(waiting);
    expect(scanReducer(waiting, changed(takenBy)).step).toMatchObject({
      name: 'failed',
      failure: { code: 'KEY_NOT_AVAILABLE', loan: { personName: 'Leela Krishnan' } },
    });
  });

  test('is handed out with the code that was scanned before and the tag', () => {
    expect(after(scan('one'), asked).step.name).toBe('stopped');
    expect(after(scan('one'), asked, scan(tag)).step).toMatchObject({
      name: 'working',
      work: { task: 'hand-out', text: 'one', tag },
      from: { obstacle: { kind: 'tag', needed, notice: null } },
    });
  });

  test('is asked for again after the tag of another key', () => {
    const refused = needsTag(needed, { kind: 'wrong-tag', message });
    const step = after(scan('one'), asked, scan(tag), refused).step;
    expect(step).toMatchObject({
      name: 'stopped',
      obstacle: { notice: { kind: 'wrong-tag', message } },
    });
    expect(after(scan('one'), asked, scan(tag), refused, scan(tag)).step.name).toBe('working');
  });

  test('is not given up for the code of the next person, nor for its own that stays in view', () => {
    expect(after(scan('one'), asked, scan('two')).step).toMatchObject({
      name: 'stopped',
      text: 'one',
      obstacle: { notice: { kind: 'other-code' } },
    });
    expect(after(scan('one'), asked, scan('one')).step).toMatchObject({
      obstacle: { notice: null },
    });
  });

  test('stays at the desk when that is cancelled', () => {
    expect(after(scan('one'), asked, dismissed).step).toEqual({ name: 'waiting' });
  });

  test('leaves a failure that can be repeated with its tag', () => {
    expect(after(scan('one'), asked, scan(tag), failed, repeated).step).toMatchObject({
      work: { task: 'hand-out', tag },
    });
  });
});

describe('a key that somebody may not take', () => {
  const refused: RefusedAccess = {
    verdict: {
      outcome: 'needs-approval',
      reasons: [{ code: 'APPROVAL_NEEDED', text: 'Dr Menon decides who takes this key.' }],
      obligations: [],
      next: 'request',
    },
    key: { keyId: 'k', keyNumber: 'A-101', keyName: 'Chapel' },
    holder: { userId: 'u', name: 'Asha Rao' },
    mayOverride: true,
  };
  const obstacle: Obstacle = { kind: 'refused', refused };
  const told = stoppedBy(obstacle);
  const overridden = handingOut({ overrideReason: 'Fire drill' });

  test('is handed out with the same code and the reason', () => {
    expect(after(scan('one'), told).step).toMatchObject({ name: 'stopped', text: 'one', obstacle });
    expect(after(scan('one'), told, overridden).step).toMatchObject({
      name: 'working',
      work: { task: 'hand-out', text: 'one', overrideReason: 'Fire drill' },
      from: { obstacle },
    });
  });

  test('keeps the reason while its tag is scanned', () => {
    const needed: NeededTag = { ...refused, verdict: { ...refused.verdict, obligations: ['tag'] } };
    const tag = formatKeyTag('0123456789abcdef01234567');
    const asked = needsTag(needed);
    expect(after(scan('one'), told, overridden, asked, scan(tag)).step).toMatchObject({
      work: { task: 'hand-out', text: 'one', tag, overrideReason: 'Fire drill' },
    });
  });

  test('gives way to the next code, but not to its own that stays in view', () => {
    expect(after(scan('one'), told, scan('one')).step.name).toBe('stopped');
    expect(after(scan('one'), told, scan('two')).step).toMatchObject({ work: { text: 'two' } });
  });

  test('is overridden only while its refusal is shown', () => {
    expect(after(scan('one'), told, dismissed, overridden).step).toEqual({ name: 'waiting' });
  });
});

describe('a return that awaits its confirmation', () => {
  const [asha, ravi] = ['b'.repeat(24), 'c'.repeat(24)];
  const out = sampleKey({
    status: 'unavailable',
    loanId: 'd'.repeat(24),
    takenBy: { userId: asha, name: 'Asha Rao' },
    takenAt: '2026-01-05T09:00:00.000Z',
  });
  const code = { keyId: out._id, userId: asha, attested: true };
  const shown = after(scan('one'), {
    type: 'return-found',
    details: returnDetails(code, out, null),
  });
  const changed = (change: Partial<Key>) =>
    scanReducer(shown, { type: 'key-changed', key: { ...out, ...change } });

  test('shows that the key came back, or who has it now', () => {
    const back = { status: 'available', loanId: null, takenBy: null, takenAt: null } as const;
    expect(changed(back).step).toMatchObject({ details: { choice: 'nothing', loanId: null } });
    const takenBy = { userId: ravi, name: 'Ravi Iyer' };
    expect(changed({ loanId: 'e'.repeat(24), takenBy }).step).toMatchObject({
      details: { choice: 'collect', loanedTo: 'Ravi Iyer', loanId: 'e'.repeat(24) },
    });
  });

  test('stays as it is when nothing of its loan changed, or there is a new loan to confirm', () => {
    expect(changed({ hook: '7' })).toBe(shown);
    expect(changed({ _id: 'f'.repeat(24), loanId: null })).toBe(shown);
    expect(changed({ loanId: 'e'.repeat(24) })).toBe(shown);
  });
});

describe('lending', () => {
  const [wanted, other] = [sampleKey({ _id: '1'.repeat(24) }), sampleKey({ _id: '2'.repeat(24) })];
  const asha = { id: 'a'.repeat(24), name: 'Asha Rao', email: 'asha.rao@campus.test' };
  const first = { ...asha, department: null, facultyId: null };
  const second = { ...first, id: 'b'.repeat(24), name: 'Ravi Iyer' };
  const begun: ScanEvent = { type: 'lend-chosen', start: { item: wanted, person: first } };
  const tag = formatKeyTag(wanted._id);
  const read = (person: FoundPerson | null): ScanEvent => ({ type: 'card-read', person });
  const picked = (person: FoundPerson | null): ScanEvent => ({ type: 'person-picked', person });
  const keyFound: ScanEvent = { type: 'key-found', key: wanted };
  const sent = handingOut({});
  const lost = failedBy({ repeatable: true });
  const tagNeeded = failedBy({ code: 'TAG_NEEDED' });
  const withFirst = { _id: wanted._id, takenBy: { userId: asha.id, name: asha.name } };
  const nowWithFirst: ScanEvent = { type: 'key-changed', key: { ...wanted, ...withFirst } };

  test.each<[string, ScanEvent[], object]>([
    [
      'sends key and person',
      [begun, sent],
      { work: { item: wanted, person: first, cardText: null } },
    ],
    [
      'takes whom a card names',
      [begun, scan('CARD-2'), read(second), sent],
      { work: { person: second, cardText: 'CARD-2' } },
    ],
    [
      'takes a card that is nobody’s as such',
      [begun, scan('CARD-3'), read(null)],
      { person: first, card: { isKnown: false } },
    ],
    [
      'remembers that card as theirs',
      [begun, scan('CARD-3'), read(null), { type: 'remember-chosen' }],
      { work: { task: 'remember', text: 'CARD-3', person: first } },
    ],
    [
      'knows it then',
      [
        begun,
        scan('CARD-3'),
        read(null),
        { type: 'remember-chosen' },
        { type: 'card-remembered' },
        sent,
      ],
      { work: { cardText: 'CARD-3' } },
    ],
    [
      'drops the card of somebody else',
      [begun, scan('CARD-1'), read(first), picked(second), sent],
      { work: { person: second, cardText: null } },
    ],
    ['keeps the tag of its key', [begun, scan(tag), keyFound, sent], { work: { tag } }],
    [
      'drops the tag with its key',
      [begun, scan(tag), keyFound, { type: 'key-picked', key: other }],
      { proofs: {} },
    ],
    [
      'sends again with the tag that was asked for',
      [begun, sent, tagNeeded, scan(tag), keyFound],
      { name: 'working', work: { task: 'hand-out', tag } },
    ],
    [
      'asks for the tag anew for another person',
      [begun, sent, tagNeeded, picked(second), scan(tag), keyFound],
      { name: 'lending', proofs: { tag } },
    ],
    [
      'keeps what was added',
      [begun, handingOut({ overrideReason: 'Fire' }), tagNeeded, handingOut({ here: true })],
      { work: { overrideReason: 'Fire', here: true } },
    ],
    [
      'is done if the key is with them after a lost answer',
      [begun, sent, lost, nowWithFirst],
      { name: 'done', outcome: { repeated: true, personName: asha.name } },
    ],
    [
      'is done if that was heard before the loss',
      [begun, sent, nowWithFirst, lost],
      { name: 'done' },
    ],
    ['is not done only because they have it', [begun, nowWithFirst], { name: 'lending' }],
    [
      'gives way to the code of the next',
      [begun, scan('{}')],
      { name: 'working', work: { task: 'read' } },
    ],
    [
      'opens again after it',
      [begun, scan('{}'), finished, { type: 'reopened' }],
      { name: 'lending', person: first },
    ],
    [
      'opens for no other guard',
      [begun, scan('{}'), finished, { type: 'forgotten' }, { type: 'reopened' }],
      { name: 'done' },
    ],
    ['ends with its guard', [begun, { type: 'forgotten' }], { name: 'waiting' }],
  ])('%s', (_, events, step) => {
    expect(after(...events).step).toMatchObject(step);
  });
});
