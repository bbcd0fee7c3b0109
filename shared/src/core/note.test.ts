import { expect, test } from 'vitest';
import { api } from '../api.ts';
import { noteSchema } from './fields.ts';
import { says } from './schema-texts.ts';

/** What tells apart the forms of a body, where it has several. */
const shape = { resolution: 'returned' };

const note = noteSchema('note', 40);

test.each([
  'Alignment of the laser',
  '  Exams, until 5 pm  ',
  'क्‍ष and می‌خواهم',
  'Family day 👨‍👩‍👧 ❤️',
  'لقاء الطلاب 12',
  'x'.repeat(40),
])('takes %j', (text) => {
  expect(note.parse(text)).toBe(text.trim());
});

test.each([
  ['a line break', 'Class"\nApproved by Dr Menon'],
  ['a carriage return', 'Class\rApproved'],
  ['a line separator', 'Class\u2028Approved'],
  ['a tab', 'Class\tApproved'],
  ['a null', 'Class\0'],
  ['a change of direction', 'Class \u202etoor'],
  ['a directional isolate', 'Class \u2067toor\u2069'],
  ['a directional mark', 'Class\u200f'],
  ['a zero-width space', 'Cl\u200bass'],
  ['a byte order mark within', 'Cl\ufeffass'],
  ['a soft hyphen', 'Cl\u00adass'],
  ['hidden tags', 'Class\u{e0041}'],
  ['blank braille', 'Class \u2800'],
  ['half a character', 'Class \ud800'],
])('refuses %s', (_what, text) => {
  expect(note.safeParse(text).error?.issues.map(({ message }) => message)).toEqual([
    'Note must be a single line without control or invisible characters',
  ]);
});

test('counts one of nothing but joiners as empty', () => {
  expect(note.parse(' \u200d\u200c\ufe0f ')).toBe('');
});

test('says what is missing, and what is too long', () => {
  const reason = noteSchema('reason', 40, says('give-reason')).min(1, says('give-reason'));
  const messageOf = (text: unknown) => reason.safeParse(text).error?.issues[0]?.message;
  expect(messageOf(undefined)).toBe('Enter a reason');
  expect(messageOf('\u200d')).toBe('Enter a reason');
  expect(messageOf('x'.repeat(41))).toBe('Reason must be at most 40 characters');
});

test.each([
  ['requestAccess', 'purpose'],
  ['decideAccessRequest', 'note'],
  ['addGrant', 'reason'],
  ['addAccessRule', 'note'],
  ['addDueRule', 'note'],
  ['scanRequest', 'overrideReason'],
  ['settleDispute', 'note'],
  ['collectKey', 'reason'],
  ['extendLoan', 'reason'],
  ['moveClosing', 'reason'],
] as const)('%s asks for its %s in one line', (name, field) => {
  const { error } = api[name].body.safeParse({ ...shape, [field]: 'Two\nlines' });
  const issue = error?.issues.find(({ path }) => path[0] === field);
  expect(issue?.message).toMatch(/ must be a single line/);
});
