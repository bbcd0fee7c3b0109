import { type MessageTemplate, messageTemplateNames } from '@keydesk/shared/core/message-kinds';
import { t as titleOf } from '@keydesk/shared/texts/en/message-titles';
import { namesAndTimes, unmarked } from '@keydesk/shared/texts/testing/marked';
import { speak } from '@keydesk/shared/texts/translator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addMarkedLanguage, markedLanguage } from '../../../test/marked-language.ts';
import { composeMail } from './mail.ts';
import { contentOf, type MessageFacts, type OwnLoan, type ReportedLoan } from './messages.ts';

const timezone = 'Asia/Kolkata';
const now = new Date('2026-03-10T06:30:00Z');
const at = (text: string) => new Date(`2026-03-${text}+05:30`);
const key = { keyNumber: 'K-1', keyName: 'Lab' };
const asha = { id: 'a', name: 'Asha' };
const guard = { id: 'g', name: 'Guard' };

function loan(number: number, more: Partial<OwnLoan> = {}): OwnLoan & ReportedLoan {
  return {
    id: `l${number}`,
    keyId: `k${number}`,
    keyNumber: `K-${number}`,
    keyName: 'Lab',
    holder: asha,
    holderRole: 'faculty',
    dueAt: at('10T17:20'),
    ...more,
  };
}

const one = [loan(1)];
const two = [loan(1), loan(2, { dueAt: at('11T08:00') })];
const twelve = Array.from({ length: 12 }, (_, index) => loan(index + 1));
const ten = (text: (keyNumber: string) => string) =>
  Array.from({ length: 10 }, (_, index) => text(`K-${index + 1}`)).join(', ');

type Said<T extends MessageTemplate> = [
  facts: MessageFacts[T],
  message: string,
  link?: string | null,
];

/** Each message, and what it says to its reader on the day on which it was written. */
const said: { [T in MessageTemplate]: Said<T>[] } = {
  'key-taken': [[key, 'You took key K-1 (Lab).']],
  'key-lent': [
    [
      { keyNumber: 'K-1', deskName: 'Main Gate', guard },
      'Key K-1 was handed to you at Main Gate by Guard.',
    ],
    [{ keyNumber: 'K-1', deskName: null, guard }, 'Key K-1 was handed to you by Guard.'],
  ],
  'visitor-asks': [
    [
      { person: asha, deskName: 'Main Gate', until: at('11T08:00'), timezone },
      'Visitor Asha is at Main Gate and names you as sponsor until 11 Mar, 08:00.',
    ],
  ],
  'visitor-without-sponsor': [
    [
      { sponsor: asha, person: guard, keyNumbers: ['K-1', 'K-2'] },
      'A visitor no longer has a sponsor: Asha, who vouched for Guard, cannot have keys. Recalled: K-1, K-2.',
      '/dashboard/security/overdue',
    ],
  ],
  'sponsor-refuses': [
    [
      { sponsor: asha, person: guard, keyNumbers: ['K-1', 'K-2'] },
      'A visitor is refused: Asha does not vouch for Guard. Recalled: K-1, K-2.',
      '/dashboard/security/overdue',
    ],
    [
      { sponsor: asha, person: guard, keyNumbers: [] },
      'A visitor is refused: Asha does not vouch for Guard.',
      '/dashboard/security/overdue',
    ],
  ],
  'visitor-allowed': [
    [
      { admin: guard, person: asha },
      'Your refusal was lifted. Guard allows Asha to have keys again.',
    ],
  ],
  'lent-unanswered': [
    [
      { ...key, person: asha, sponsor: { id: 's', name: 'Meera' }, guard },
      'Handed out without an answer: Guard handed key K-1 (Lab) to Asha. No answer from Meera yet.',
    ],
  ],
  'key-overridden': [
    [
      { ...key, holder: asha, guard, reason: 'Fire drill' },
      'Override: Guard handed key K-1 (Lab) to Asha against the rules. Reason: Fire drill',
    ],
  ],
  'key-returned': [
    [{ ...key, returnType: 'own', returner: null }, 'You returned key K-1 (Lab).'],
    [{ ...key, returnType: 'collected', returner: guard }, 'Key K-1 (Lab) was collected by Guard.'],
    [
      { ...key, returnType: 'volunteer', returner: asha },
      'Key K-1 (Lab) was returned for you by Asha.',
    ],
  ],
  'hand-out-undone': [
    [
      { ...key, undone: { guard, reason: 'not-there' } },
      'The hand-out of key K-1 to you was undone by Guard: it is not on its hook.',
    ],
    [
      { ...key, undone: { guard, reason: 'mistake' } },
      'The hand-out of key K-1 to you was undone by Guard: it was recorded by mistake.',
    ],
    [key, 'The hand-out of key K-1 to you was undone.'],
  ],
  'return-undone': [
    [
      { ...key, undone: { guard, returnedAt: at('10T17:20'), reason: 'not-there', timezone } },
      'Your return of key K-1 at 17:20 was undone by Guard: the key is not here.',
    ],
    [
      { ...key, undone: { guard, returnedAt: at('10T17:20'), reason: 'mistake', timezone } },
      'Your return of key K-1 at 17:20 was undone by Guard: it was recorded by mistake.',
    ],
    [key, 'Key K-1 was not returned after all. It is still with you.'],
  ],
  'proven-return-undone': [
    [
      {
        ...key,
        holder: asha,
        returner: asha,
        undone: { guard, returnedAt: at('10T17:20'), reason: 'not-there', timezone },
      },
      'The proven return of key K-1 (Lab) by the code of Asha at 17:20 was undone by Guard: the key is not here. It is recorded as with Asha again.',
    ],
  ],
  'key-reported': [
    [
      { ...key, kind: 'lost', reporter: asha, holder: asha, lastSeen: 'Canteen' },
      'Key K-1 (Lab) was reported lost by Asha. Last seen: Canteen',
    ],
    [
      { ...key, kind: 'damaged', reporter: guard, holder: asha, lastSeen: null },
      'Key K-1 (Lab) was reported damaged by Guard. With Asha.',
    ],
  ],
  'high-key-reported': [
    [
      { ...key, kind: 'missing', reporter: guard, holder: null, lastSeen: null },
      'Key K-1 (Lab) was reported missing by Guard.',
    ],
  ],
  'many-reported': [
    [
      { reporter: guard, count: 11 },
      'Many keys were reported: 11 within an hour by Guard. Each further report needs a note.',
      '/dashboard/admin/incidents',
    ],
  ],
  'key-found': [
    [
      { ...key, place: 'Library, level 2', contact: null },
      'Key K-1 (Lab) was found: “Library, level 2”.',
    ],
  ],
  'incident-resolved': [
    [{ ...key, kind: 'lost', resolution: 'found' }, 'Key K-1 (Lab), reported lost, was found.'],
  ],
  'key-back': [[key, 'Key K-1 (Lab) is back. First come, first served.']],
  'key-not-back': [
    [key, 'Key K-1 (Lab) is not back after all. You will get a notification when it is.'],
  ],
  'due-soon': [
    [
      { loans: one, timezone },
      'This key is due soon: K-1 (Lab) at 17:20.',
      '/dashboard/faculty/taken?code=key-return.k1',
    ],
    [
      { loans: two, timezone },
      'These 2 keys are due soon: K-1 (Lab) at 17:20, K-2 (Lab) at 11 Mar, 08:00.',
      '/dashboard/faculty/taken?batch=shown',
    ],
    [
      { loans: [loan(1, { holderRole: 'security' })], timezone },
      'This key is due soon: K-1 (Lab) at 17:20.',
      '/dashboard/security/unavailable',
    ],
  ],
  'due-extended': [
    [{ loans: one, timezone }, 'Key K-1 is now due at 17:20.'],
    [{ loans: one, timezone, guard }, 'Key K-1 is now due at 17:20. Moved by Guard.'],
  ],
  'closing-moved': [
    [
      { loans: one, closes: '15:00', reason: 'Fair' },
      'The campus closes at 15:00 today: Fair. Key K-1 is due then.',
    ],
    [
      { loans: two, closes: '15:00', reason: 'Fair' },
      'The campus closes at 15:00 today: Fair. Keys K-1 and K-2 are due then.',
    ],
    [
      { loans: twelve, closes: '15:00', reason: 'Fair' },
      `The campus closes at 15:00 today: Fair. Keys ${ten((number) => number)} and 2 more are due then.`,
    ],
  ],
  'closed-day-moved': [
    [
      { loans: two, timezone },
      'The campus is closed at your due time. New due times: K-1 (17:20), K-2 (11 Mar, 08:00).',
    ],
    [
      { loans: twelve, timezone },
      `The campus is closed at your due time. New due times: ${ten((number) => `${number} (17:20)`)}, and 2 more.`,
    ],
  ],
  'key-recalled': [
    [
      { loans: [{ ...loan(1), reason: 'A rule.' }], timezone },
      'Key K-1 is recalled. A rule. Return it by 17:20.',
      '/dashboard/faculty/taken?code=key-return.k1',
    ],
    [
      {
        loans: [
          { ...loan(1, { dueAt: at('10T12:00') }), reason: 'A rule.' },
          { ...loan(2), reason: 'Another.' },
        ],
        timezone,
      },
      '2 keys are recalled. Return them to the desk: K-1 now (A rule.), K-2 by 17:20 (Another.)',
      '/dashboard/faculty/taken?batch=shown',
    ],
  ],
  overdue: [
    [{ loans: one }, 'Return 1 key: K-1 (Lab).', '/dashboard/faculty/taken?code=key-return.k1'],
    [
      { loans: twelve },
      `Return 12 keys: ${ten((number) => `${number} (Lab)`)} and 2 other keys.`,
      '/dashboard/faculty/taken?batch=shown',
    ],
  ],
  unreturned: [
    [
      { loans: two },
      '2 keys still out: K-1 with Asha, K-2 with Asha.',
      '/dashboard/security/overdue',
    ],
  ],
  'department-overdue': [[{ loans: one }, 'Overdue in your department (1 key): K-1 with Asha.']],
  'overdue-digest': [
    [
      { loans: one },
      '1 key was not returned on time: K-1 with Asha.',
      '/dashboard/security/overdue',
    ],
  ],
  'access-requested': [
    [
      { keyNumber: 'K-1', person: asha, until: at('12T18:00'), purpose: 'Thesis', timezone },
      'Access request: Asha needs key K-1 until 12 Mar, 18:00: “Thesis”',
      '/dashboard/to-decide',
    ],
  ],
  'access-approved': [
    [
      {
        keyId: 'k1',
        keyNumber: 'K-1',
        decider: guard,
        until: at('10T18:00'),
        note: 'Mind the laser',
        role: 'faculty',
        timezone,
      },
      'You can take key K-1 until 18:00. Approved by Guard: “Mind the laser”',
      '/dashboard/faculty/keylist?code=key-request.k1',
    ],
    [
      {
        keyId: 'k1',
        keyNumber: 'K-1',
        decider: guard,
        until: at('10T18:00'),
        note: null,
        role: 'security',
        timezone,
      },
      'You can take key K-1 until 18:00. Approved by Guard.',
      '/dashboard/my-access',
    ],
  ],
  'access-denied': [
    [
      { keyNumber: 'K-1', decider: guard, note: null },
      'Your request for key K-1 was denied by Guard.',
      '/dashboard/my-access',
    ],
  ],
  'request-expired': [
    [
      { keyNumber: 'K-1', keyIsGone: false },
      'Your request for key K-1 was not decided in time.',
      '/dashboard/my-access',
    ],
    [
      { keyNumber: 'K-1', keyIsGone: true },
      'Key K-1 was deleted, so your request for it has ended.',
      '/dashboard/my-access',
    ],
  ],
  'paper-late': [
    [
      {
        keyNumber: 'K-1',
        keyName: 'Lab',
        holder: asha,
        guard,
        timezone,
        dueAt: at('07T17:20'),
        backAt: at('07T17:10'),
      },
      'From paper: key K-1 (Lab) with Asha was due 7 Mar, 17:20 and returned at 7 Mar, 17:10. Entered by Guard.',
    ],
  ],
  'paper-waits': [
    [
      { keyNumbers: ['K-1'], guard },
      'From paper: 1 entry by Guard at a time without a known outage. An admin must decide. Keys: K-1.',
      '/dashboard/to-decide',
    ],
    [
      { keyNumbers: Array.from({ length: 12 }, (_, nth) => `K-${nth}`), guard },
      'From paper: 12 entries by Guard at a time without a known outage. An admin must decide. Keys: K-0, K-1, K-2, K-3, K-4, K-5, K-6, K-7, K-8, K-9 and 2 more.',
      '/dashboard/to-decide',
    ],
  ],
  'paper-refused': [
    [
      { keyNumber: 'K-1', admin: guard },
      'From paper: your entry for key K-1 was not recorded. Guard refused it.',
    ],
  ],
  'handover-disputed': [
    [
      { keyNumber: 'K-1', holder: asha, guard, deskName: 'Main Gate' },
      'Disputed handover: Asha says they did not receive key K-1. Recorded at Main Gate by Guard.',
    ],
    [
      {
        keyNumber: 'K-1',
        holder: asha,
        guard,
        deskName: null,
        undone: { returnedAt: at('10T11:20'), timezone },
      },
      'Disputed handover: Asha says the return of key K-1 at 11:20 was right. Undone by Guard.',
    ],
    [
      {
        keyNumber: 'K-1',
        holder: asha,
        guard,
        deskName: null,
        disputedFor: { id: 'v', name: 'Ravi of Voltas' },
        keyNumbers: ['K-1', 'K-2'],
      },
      'Disputed handover: Asha does not vouch for Ravi of Voltas. Recalled: K-1, K-2. Key K-1 was recorded by Guard.',
    ],
  ],
  'dispute-settled': [
    [
      { keyNumber: 'K-1', resolution: 'confirmed', recallReason: null },
      'Dispute settled: it stays recorded that key K-1 was handed to you. If this is wrong, ask the desk.',
    ],
    [
      { keyNumber: 'K-1', resolution: 'confirmed', recallReason: null, undone: true },
      'Dispute settled: it stays recorded that key K-1 was not returned then. If this is wrong, ask the desk.',
    ],
    [
      { keyNumber: 'K-1', resolution: 'confirmed', recallReason: 'A rule.' },
      'Dispute settled: it stays recorded that key K-1 was handed to you. If this is wrong, ask the desk. It is recalled. A rule. Return it to the desk now.',
    ],
    [
      { keyNumber: 'K-1', resolution: 'corrected', recallReason: null },
      'Dispute settled: key K-1 is no longer recorded as with you.',
    ],
    [
      {
        keyNumber: 'K-1',
        resolution: 'returned',
        recallReason: null,
        visitor: { id: '1', name: 'Ravi of Voltas' },
      },
      'Dispute settled: key K-1 is no longer recorded as with Ravi of Voltas.',
      null,
    ],
  ],
  'duty-begun': [
    [
      { what: 'unlocked', deskName: 'Main Gate', at: now, timezone },
      'Shift unlocked in your name at Main Gate, 12:00.',
    ],
  ],
  'duty-disputed': [
    [
      { guard, deskName: 'Main Gate', begunAt: at('09T08:00'), timezone },
      'Disputed shift: Guard says someone else was on duty in their name at Main Gate, 9 Mar, 08:00. The shift has ended and their PIN is deleted. See the shift log.',
      '/dashboard/admin/audit',
    ],
  ],
  'codes-refused': [
    [
      { count: 5 },
      '5 codes that are forged, used or foreign were shown at the desk within 10 minutes.',
    ],
  ],
  'pin-set': [
    [
      {},
      'Your PIN was set. If this was not you, set another one and tell an admin.',
      '/dashboard/profile',
    ],
  ],
  'pin-locked': [
    [
      { deskName: 'Main Gate', minutes: 15 },
      'Your PIN was entered wrongly 5 times at Main Gate and is blocked there for 15 minutes. If this was not you, change it and tell an admin.',
      '/dashboard/profile',
    ],
  ],
  'pin-entry-closed': [
    [
      { failures: 20, computer: 'PC 1', deskName: 'Main Gate', minutes: 15 },
      '20 wrong PINs were entered at PC 1 of Main Gate. PINs are blocked there for 15 minutes. Shift codes still work.',
      '/dashboard/admin/audit',
    ],
  ],
  'registration-waiting': [
    [
      { person: asha, email: 'asha@campus.test' },
      'A person has registered: Asha (asha@campus.test). Accept or decline them in Manage Users.',
    ],
  ],
  'name-changed': [
    [
      { person: asha, before: 'Usha', email: 'asha@campus.test' },
      'A person changed their name: Usha (asha@campus.test) is now Asha.',
    ],
  ],
  'address-changed': [
    [
      { person: asha, before: 'usha@campus.test', email: 'asha@campus.test' },
      'The sign-in provider reports a new email for Asha: usha@campus.test is now asha@campus.test.',
    ],
  ],
  'card-added': [
    [
      { guard },
      'An ID card was added to your account at the desk by Guard. If it is not yours, tell an admin.',
      '/dashboard/profile',
    ],
  ],
  'cards-removed': [
    [
      { guard, cards: 1 },
      'Your ID card was removed from your account at the desk by Guard. If you did not ask for this, tell an admin.',
      '/dashboard/profile',
    ],
    [
      { guard, cards: 3 },
      'Your 3 ID cards were removed from your account at the desk by Guard. If you did not ask for this, tell an admin.',
      '/dashboard/profile',
    ],
  ],
  welcome: [[{}, 'Your registration was accepted.', '/dashboard']],
  'audit-reduced': [
    [
      {
        level: { before: 'INFO', after: 'ERROR' },
        days: { before: 90, after: 30 },
        admin: asha,
      },
      'Audit logging now records ERROR and above instead of INFO and above, and keeps events for 30 days instead of 90. Changed by Asha.',
    ],
    [
      { level: { before: 'INFO', after: null }, days: null, admin: asha },
      'Audit logging was turned off. Changed by Asha.',
    ],
  ],
  'backup-failed': [
    [
      { reason: 'disk full' },
      'The scheduled backup failed: disk full. Keydesk tries again every 15 minutes. The System page shows when it succeeds.',
    ],
  ],
  'more-messages': [[{}, 'There are more messages than are shown one by one.']],
};

describe.each(messageTemplateNames)('%s', (template) => {
  test.each(said[template] as Said<MessageTemplate>[])('%j', (facts, message, link = null) => {
    const stored = { template, title: null, message: null, link: null };
    const expected = { title: titleOf(template), message, link };
    expect(contentOf({ ...stored, facts }, now)).toEqual(expected);
    // As the database has them.
    expect(contentOf({ ...stored, facts: JSON.parse(JSON.stringify(facts)) }, now)).toEqual(
      expected,
    );
  });
});

const hostile = 'Urgent: your account';
const sender = { publicUrl: 'https://keys.test', productName: 'Keydesk' };

/** What our own code chose, not someone's text. */
const ours = /^(id|keyId|kind|resolution|returnType|role|holderRole|timezone|what|closes|nextDay)$/;

/** The same facts where everything that people named or wrote is hostile. */
function withHostileTexts(facts: object): object {
  return JSON.parse(JSON.stringify(facts), (name, value) =>
    typeof value === 'string' && !ours.test(name) && Number.isNaN(Date.parse(value))
      ? hostile
      : value,
  );
}

test.each(messageTemplateNames)('the first words of %s are ours, whatever is named', (template) => {
  for (const [facts] of said[template] as Said<MessageTemplate>[])
    for (const visitor of [undefined, { id: 'v', name: hostile }]) {
      const stored = { template, title: null, message: null, link: null };
      const read = { ...withHostileTexts(facts), ...(visitor && { visitor }) };
      const { title, message, link } = contentOf({ ...stored, facts: read }, now);
      expect(message).toMatch(/^[A-Z0-9]/);
      expect(message.startsWith(hostile)).toBe(false);
      // The title of a push is this one, and so is the subject of a mail.
      expect(title).toBe(titleOf(template));
      const mail = composeMail({ title, message, link }, sender);
      expect(mail.subject).toBe(title);
      expect(mail.text.startsWith(hostile)).toBe(false);
    }
});

describe('in the marked language', () => {
  afterAll(addMarkedLanguage());
  beforeAll(() => speak(markedLanguage));
  afterAll(() => speak('en'));

  test.each(messageTemplateNames)(
    '%s and its mail have only words of the catalogue',
    (template) => {
      for (const [facts] of said[template] as Said<MessageTemplate>[]) {
        const content = contentOf({ template, title: null, message: null, link: null, facts }, now);
        const mail = composeMail(content, sender);
        const named = JSON.stringify(facts).toLowerCase();
        for (const text of [content.title, content.message, mail.subject, mail.text])
          expect(
            unmarked(text)
              .replace(/https:\S+/g, '')
              .replace(namesAndTimes, '')
              .split(/[^\p{L}\p{M}-]+/u)
              .filter(
                (word) => word !== '-' && word !== '--' && !named.includes(word.toLowerCase()),
              ),
          ).toEqual([]);
      }
    },
  );
});

test('a message from before facts were stored keeps its words', () => {
  const words = { title: 'Key return reminder', message: 'Bring K-1.', link: '/dashboard' };
  expect(contentOf({ ...words, template: 'overdue', facts: {} }, now)).toEqual(words);
});
