import type { RefusedAccess } from '@keydesk/shared/access/refused-access';
import type { Key } from '@keydesk/shared/keys/key';
import type { KeyElsewhere } from '@keydesk/shared/keys/key-place';
import { formatKeyTag } from '@keydesk/shared/keys/key-tag';
import type { NeededProof } from '@keydesk/shared/loans/decide';
import type { FoundPerson } from '@keydesk/shared/people/search';
import { describe, expect, test } from 'vitest';
import { sampleKey } from '../../../lib/testing/sample-key.ts';
import type { Obstacle, Proofs, TagNotice } from './handover.ts';
import type { HandoverResult } from './handover-result.ts';
import { returnDetails, type ScanFailure } from './handover-result.ts';
import { initialScanState, lendsNext, type ScanEvent, scanReducer } from './scan-machine.ts';

function after(...events: ScanEvent[]) {
  return events.reduce(scanReducer, initialScanState);
}

/** Which step each row's events lead to. */
function stepsAfter(rows: Record<string, [events: ScanEvent[], step: object]>) {
  test.each(Object.entries(rows))('%s', (_, [events, step]) => {
    expect(after(...events).step).toMatchObject(step);
  });
}

/** That the last event of each row changes nothing. */
function unchangedBy(rows: Record<string, [events: ScanEvent[], last: ScanEvent]>) {
  test.each(Object.entries(rows))('%s', (_, [events, last]) => {
    const before = after(...events);
    expect(scanReducer(before, last)).toBe(before);
  });
}

function scan(text: string): ScanEvent {
  return { type: 'code-scanned', text };
}

function failedBy(change: Partial<ScanFailure>): ScanEvent {
  const failure = { title: '', message: 'Key is not available', key: null, repeatable: false };
  return { type: 'failed', failure: { ...failure, ...change } };
}

function stoppedBy(obstacle: Obstacle): ScanEvent {
  return failedBy({ obstacle });
}

function handingOut(proofs: Proofs = {}): ScanEvent {
  return { type: 'hand-out-chosen', proofs };
}

const [one, two] = [scan('one'), scan('two')];
const opened: ScanEvent = { type: 'camera-opened' };
const closed: ScanEvent = { type: 'camera-closed' };
const confirmed: ScanEvent = { type: 'return-confirmed' };
const dismissed: ScanEvent = { type: 'dismissed' };
const repeated: ScanEvent = { type: 'repeated' };
const reopened: ScanEvent = { type: 'reopened' };
const forgotten: ScanEvent = { type: 'forgotten' };
const failed = failedBy({});
const lost = failedBy({ repeatable: true });

const asha = {
  id: 'a'.repeat(24),
  name: 'Asha Rao',
  email: 'asha.rao@campus.test',
  department: null,
  facultyId: null,
};
const ravi = { ...asha, id: 'b'.repeat(24), name: 'Ravi Iyer' };
const holder = { userId: asha.id, name: asha.name };
const leela = { userId: 'c'.repeat(24), name: 'Leela Krishnan' };

const key = sampleKey({ _id: '1'.repeat(24) });
const out: Key = { ...key, status: 'unavailable', loanId: 'd'.repeat(24), takenBy: holder };
const lentOn = { ...out, loanId: 'e'.repeat(24), takenBy: leela };
const tag = formatKeyTag(key._id);
const named = { keyId: key._id, keyNumber: 'A-101', keyName: 'Physics Lab' };

function changed(change: Partial<Key>, of = out): ScanEvent {
  return { type: 'key-changed', key: { ...of, ...change } };
}

const isBack = changed({ status: 'available', loanId: null, takenBy: null, takenAt: null });

const details = returnDetails({ keyId: key._id, userId: asha.id, attested: true }, out, null);
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
const together: ScanEvent = { type: 'several-collected', outcome };
const waiting = { name: 'waiting' };
const working = { name: 'working' };
const readsTwo = { name: 'working', work: { task: 'read', text: 'two' } };

describe('a scan', () => {
  stepsAfter({
    'is worked on at once': [[one], { name: 'working', work: { task: 'read', text: 'one' } }],
    'replaces a result, so that the desk is never blocked': [[one, finished, two], readsTwo],
    'replaces an error': [[one, failed, two], readsTwo],
    'that failed is shown': [[one, failed], { name: 'failed', text: 'one' }],
    'that failed is shown until it is dismissed': [[one, failed, dismissed], waiting],
    'that failed is repeated on wish': [[one, failed, repeated], { work: { text: 'one' } }],
  });
  unchangedBy({
    'of the same code is ignored while one is worked on': [[one], one],
    'of another code is ignored while one is worked on': [[one], two],
    'under way cannot be dismissed': [[one], dismissed],
    'has no result that nobody waits for': [[], finished],
    'has no failure that nobody waits for': [[], failed],
    'has no return that nobody waits for': [[], found],
  });
});

describe('a return', () => {
  const takesBack = { work: { task: 'take-back', text: 'one', item: out } };
  const ofAnother: ScanEvent = { type: 'return-found', details: { ...details, choice: 'collect' } };
  const wrongTag = failedBy({ code: 'TAG_OF_ANOTHER_KEY', message: 'This is A-110.' });
  const noticed = { name: 'confirming', text: 'one', details };
  const otherCode = { ...noticed, notice: { kind: 'other-code' } };
  stepsAfter({
    'awaits its confirmation': [[one, found], { name: 'confirming', notice: null }],
    'is worked on once it is confirmed': [[one, found, confirmed], takesBack],
    'is confirmed by the tag of its key': [[one, found, scan(tag)], { work: { tag } }],
    'waits on after another key’s tag': [
      [one, found, scan(tag), wrongTag],
      { ...noticed, notice: { kind: 'wrong-tag', message: 'This is A-110.' } },
    ],
    'is never dropped for another code': [[one, found, two], otherCode],
    'that is cancelled is not worked on': [[one, found, dismissed, confirmed], waiting],
    'that failed is repeated as confirmed': [[one, found, confirmed, failed, repeated], takesBack],
    'shows that the key came back': [
      [one, found, isBack],
      { details: { choice: 'nothing', item: { loanId: null } } },
    ],
    'shows who has the key now': [
      [one, found, changed(lentOn)],
      { details: { choice: 'collect', loanedTo: leela.name, item: lentOn } },
    ],
    'of somebody else’s key lets another code in': [[one, ofAnother, two], readsTwo],
    'of somebody else’s key can be collected': [
      [one, ofAnother, { type: 'collect-chosen', key: out }],
      { name: 'collecting', key: out },
    ],
  });
  unchangedBy({
    'is not disturbed by its own code': [[one, found], one],
    'of somebody else’s key cannot be confirmed': [[one, ofAnother], confirmed],
    'stays when nothing of its loan changed': [[one, found], changed({ hook: '7' })],
    'stays when another key changed': [[one, found], changed({ _id: 'f', loanId: null })],
    'stays when there is a new loan to confirm': [[one, found], changed({ loanId: 'e' })],
  });
});

describe('the camera', () => {
  test.each([
    ['a result', finished],
    ['an error', failed],
    ['a confirmation', found],
  ])('is there again after %s closes', (_, event) => {
    expect(after(opened, one, event, dismissed)).toMatchObject({ camera: true, step: waiting });
  });

  test('stays closed when the code came from a USB scanner', () => {
    expect(after(one, finished, dismissed).camera).toBe(false);
  });

  test('may be closed while a scan is worked on, whose result still comes', () => {
    const step = { name: 'done', outcome };
    expect(after(opened, one, closed, finished)).toMatchObject({ camera: false, step });
  });
});

describe('a tag or a card', () => {
  const keyFound: ScanEvent = { type: 'key-found', key };
  const outFound: ScanEvent = { type: 'key-found', key: out };
  const read: ScanEvent = { type: 'card-read', person: asha };
  const unknown: ScanEvent = { type: 'card-read', person: null };
  stepsAfter({
    'shows its key': [[scan(tag), keyFound], { name: 'showing-key', text: tag, key }],
    'shows its key until that is dismissed': [[scan(tag), keyFound, dismissed], waiting],
    'of a key that is out offers to collect it': [[scan(tag), outFound], { name: 'collecting' }],
    'gives way to another code': [[scan(tag), keyFound, two], readsTwo],
    'shows its person': [[one, read], { name: 'card-read', person: asha }],
  });
  unchangedBy({ 'stays while it is held up': [[scan(tag), keyFound], scan(tag)] });

  const card = { text: 'one', person: asha };
  test.each<[string, ScanEvent[], object | null]>([
    [
      'to the person of the card before',
      [one, read, scan(tag), keyFound],
      { item: key, tag, card },
    ],
    ['not when the key is out', [one, read, scan(tag), outFound], null],
    ['not after another code', [one, read, two, finished, scan(tag), keyFound], null],
    ['not to nobody', [one, unknown, scan(tag), keyFound], null],
  ])('lends its key %s', (_, events, start) => {
    const next = lendsNext(after(...events).step);
    if (start) expect(next).toMatchObject(start);
    else expect(next).toBeNull();
  });
});

describe('a hand-out for a code', () => {
  const verdict = { outcome: 'allowed' as const, reasons: [], next: null };
  const needed: NeededProof = {
    key: named,
    holder,
    verdict: { ...verdict, obligations: ['tag'] },
  };
  const message = 'Scan the tag of A-101.';
  const needsTag = (notice: TagNotice | null = null) =>
    stoppedBy({ kind: 'tag', needed, message, notice });
  const recorded = { deskId: '3'.repeat(24), deskName: 'North Desk' };
  const elsewhere: KeyElsewhere = { key: named, holder, recorded };
  const atAnother = {
    kind: 'here' as const,
    needed: elsewhere,
    message: 'Key A-101 is at North Desk.',
    notice: null,
  };
  const isElsewhere = stoppedBy(atAnother);
  const refused: RefusedAccess = {
    key: named,
    holder,
    mayOverride: true,
    verdict: { outcome: 'needs-approval', reasons: [], obligations: [], next: 'request' },
  };
  const isRefused = stoppedBy({ kind: 'refused', refused, message: 'No' });
  const [here, overridden] = [handingOut({ here: true }), handingOut({ overrideReason: 'Fire' })];
  const wrong = { kind: 'wrong-tag', message: 'This is A-110.' } as const;
  const again = { task: 'hand-out', text: 'one' };
  const from = { obstacle: { kind: 'tag', needed, notice: null } };
  stepsAfter({
    'elsewhere stops': [[one, isElsewhere], { name: 'stopped', obstacle: atAnother }],
    'goes on once the key is here': [
      [one, isElsewhere, here],
      { work: { ...again, proofs: { here: true } } },
    ],
    'stays here while its tag is scanned': [
      [one, isElsewhere, here, needsTag(), scan(tag)],
      { work: { ...again, proofs: { tag, here: true } } },
    ],
    'goes on with the tag': [
      [one, needsTag(), scan(tag)],
      { work: { ...again, proofs: { tag } }, from },
    ],
    'asks again after the tag of another key': [
      [one, needsTag(), scan(tag), needsTag(wrong)],
      { name: 'stopped', obstacle: { notice: wrong } },
    ],
    'takes another tag then': [[one, needsTag(), scan(tag), needsTag(wrong), scan(tag)], working],
    'is not given up for the code of the next person': [
      [one, needsTag(), two],
      { name: 'stopped', text: 'one', obstacle: { notice: { kind: 'other-code' } } },
    ],
    'is repeated with its tag': [
      [one, needsTag(), scan(tag), lost, repeated],
      { work: { proofs: { tag } } },
    ],
    'that is cancelled leaves the key': [[one, needsTag(), dismissed], waiting],
    'is over once somebody else took the key': [
      [one, needsTag(), changed(lentOn)],
      { name: 'failed', failure: { code: 'KEY_NOT_AVAILABLE', loan: { personName: leela.name } } },
    ],
    'that is refused says why': [[one, isRefused], { name: 'stopped', obstacle: { refused } }],
    'goes on with the reason of the desk': [
      [one, isRefused, overridden],
      { work: { ...again, proofs: { overrideReason: 'Fire' } }, from: { obstacle: { refused } } },
    ],
    'keeps the reason while its tag is scanned': [
      [one, isRefused, overridden, needsTag(), scan(tag)],
      { work: { ...again, proofs: { tag, overrideReason: 'Fire' } } },
    ],
    'that is refused gives way to another code': [[one, isRefused, two], readsTwo],
    'goes on only while it is shown': [[one, isRefused, dismissed, overridden], waiting],
  });
  unchangedBy({
    'is not disturbed by its own code': [[one, needsTag()], one],
    'that is refused is not disturbed by its own code': [[one, isRefused], one],
    'goes on while nobody took the key': [[one, needsTag()], changed({}, key)],
  });
});

describe('lending', () => {
  const begun: ScanEvent = { type: 'lend-chosen', start: { item: key, person: asha } };
  const read = (person: FoundPerson | null): ScanEvent => ({ type: 'card-read', person });
  const picked = (person: FoundPerson | null): ScanEvent => ({ type: 'person-picked', person });
  const keyPicked: ScanEvent = { type: 'key-picked', key };
  const remember: ScanEvent = { type: 'remember-chosen' };
  const [card, nobodys] = [scan('CARD-1'), [scan('CARD-3'), read(null)]];
  const tagged: ScanEvent[] = [scan(tag), { type: 'key-found', key }];
  const sent = handingOut();
  const refused = [sent, failedBy({ code: 'TAG_NEEDED' })];
  const lent = { name: 'done', outcome: { repeated: true, personName: asha.name } };
  stepsAfter({
    'sends key and person': [[begun, sent], { work: { item: key, person: asha, cardText: null } }],
    'takes whom a card names': [
      [begun, card, read(ravi), sent],
      { work: { person: ravi, cardText: 'CARD-1' } },
    ],
    'keeps a card that is nobody’s': [[begun, ...nobodys], { card: { isKnown: false } }],
    'remembers that card as theirs': [
      [begun, ...nobodys, remember],
      { work: { task: 'remember', text: 'CARD-3', person: asha } },
    ],
    'knows that card then': [
      [begun, ...nobodys, remember, { type: 'card-remembered' }, sent],
      { work: { cardText: 'CARD-3' } },
    ],
    'drops the card of somebody else': [
      [begun, card, read(asha), picked(ravi), sent],
      { work: { person: ravi, cardText: null } },
    ],
    'keeps the tag of its key': [[begun, ...tagged, sent], { work: { proofs: { tag } } }],
    'drops the tag with its key': [[begun, ...tagged, keyPicked], { proofs: {} }],
    'is sent again by the tag that was asked for': [
      [begun, ...refused, ...tagged],
      { name: 'working', work: { task: 'hand-out', proofs: { tag } } },
    ],
    'is not sent to another person by that tag': [
      [begun, ...refused, picked(ravi), ...tagged],
      { name: 'lending', person: ravi },
    ],
    'keeps what was added': [
      [begun, handingOut({ overrideReason: 'Fire' }), failed, handingOut({ here: true })],
      { work: { proofs: { overrideReason: 'Fire', here: true } } },
    ],
    'is done if they have the key after a lost answer': [[begun, sent, lost, changed({})], lent],
    'is done if they had it before the loss': [[begun, sent, changed({}), lost], lent],
    'is not done only because they have it': [[begun, changed({})], { name: 'lending' }],
    'gives way to the next code': [[begun, scan('{}')], { work: { task: 'read' } }],
    'opens again after it': [[begun, scan('{}'), finished, reopened], { person: asha }],
    'opens for no other guard': [[begun, scan('{}'), finished, forgotten, reopened], { outcome }],
    'ends with its guard': [[begun, forgotten], waiting],
  });
});

describe('collecting by hand', () => {
  const ofPerson: ScanEvent[] = [one, { type: 'card-read', person: asha }];
  const byHand: ScanEvent = { type: 'collect-chosen', key: out };
  const byTag: ScanEvent[] = [scan(tag), { type: 'key-found', key: out }];
  const pressed: ScanEvent = { type: 'take-back-chosen', reason: 'Holidays' };
  const work = { task: 'take-back', item: out, reason: 'Holidays' };
  const isLentOn = failedBy({ lentOn });
  const onPerson = { name: 'card-read', person: asha };
  stepsAfter({
    'asks first': [[byHand], { name: 'collecting', key: out }],
    'sends the loan that is shown': [[byHand, pressed], { name: 'working', work }],
    'sends the tag that was scanned': [[...byTag, pressed], { work: { ...work, tag } }],
    'follows its loan': [
      [byHand, changed({ hook: '7' }), pressed],
      { work: { item: { hook: '7' } } },
    ],
    'sends nothing once its loan has ended': [[byHand, isBack, pressed], { name: 'collecting' }],
    'knows after a failure that its loan has ended': [
      [byHand, pressed, isBack, failed],
      { name: 'collecting', key: out, now: { loanId: null } },
    ],
    'shows who has the key, if it was lent on': [[byHand, pressed, isLentOn], { key: lentOn }],
    'collects from them when pressed again': [
      [byHand, pressed, isLentOn, pressed],
      { work: { item: lentOn } },
    ],
    'ends with its result': [[byHand, pressed, finished], { name: 'done', outcome, over: null }],
    'ends with one result of several keys': [[together], { name: 'done', outcome, over: null }],
    'leaves the result of a scan to that scan': [[one, together, finished], { outcome }],
    'returns to the person of a card': [[...ofPerson, byHand, dismissed], onPerson],
    'returns to them from its result': [
      [...ofPerson, byHand, pressed, finished, dismissed],
      onPerson,
    ],
    'gives way to another code': [[...byTag, two], readsTwo],
    'opens again after it': [[...byTag, two, finished, reopened], { key: out }],
    'does not open again over a person': [
      [...ofPerson, byHand, two, finished, reopened],
      { name: 'done' },
    ],
    'ends with its guard': [[...ofPerson, byHand, forgotten], waiting],
  });
  unchangedBy({ 'stays while its tag is held up': [byTag, scan(tag)] });
});
