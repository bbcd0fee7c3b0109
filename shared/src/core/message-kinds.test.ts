import { expect, test } from 'vitest';
import {
  isNeverBundled,
  isPushed,
  kindTextFor,
  messageKinds,
  messageKindsFor,
  messageTemplateNames,
  preferenceProblem,
  rowOfKind,
} from './message-kinds.ts';

test('whatever has to reach people reaches them by push or mail, whatever they choose', () => {
  for (const kind of messageKinds)
    for (const push of [true, false])
      for (const mail of [true, false]) {
        if (preferenceProblem(kind, { push, mail })) continue;
        const { required } = rowOfKind(kind);
        for (const mailIsSent of [true, false])
          if (required)
            expect(isPushed(kind, push, mailIsSent) || (mail && mailIsSent), kind).toBe(true);
      }
});

test('reminders, alerts and security messages are required, and nothing else is', () => {
  expect(messageKinds.filter((kind) => rowOfKind(kind).required)).toEqual([
    'overdue',
    'unreturned',
    'department',
    'digest',
    'lent',
    'your-name',
    'duty',
    'incident',
    'security',
  ]);
});

test('people choose among the kinds that their role can get', () => {
  expect(messageKindsFor('operator')).toEqual(['security', 'account']);
  expect(messageKindsFor('faculty')).not.toContain('digest');
  expect(messageKindsFor('admin')).toEqual(messageKinds);
});

test('nobody but the desk reads of what only the desk is told', () => {
  expect(kindTextFor('security', 'faculty')).not.toContain('audit log');
  expect(kindTextFor('account', 'faculty')).toBe('Your own account.');
  expect(kindTextFor('security', 'admin')).toContain('audit log');
});

test('a message from before kinds were recorded is pushed as it was', () => {
  expect(isPushed(null, undefined, false)).toBe(true);
});

test('corrections, disputes, recalls and what is done in somebody’s name are told alone', () => {
  expect(messageTemplateNames.filter(isNeverBundled)).toEqual([
    'key-lent',
    'visitor-asks',
    'sponsor-refuses',
    'visitor-without-sponsor',
    'visitor-allowed',
    'paper-late',
    'hand-out-undone',
    'return-undone',
    'proven-return-undone',
    'high-key-reported',
    'key-not-back',
    'key-recalled',
    'handover-disputed',
    'dispute-settled',
    'duty-begun',
    'duty-disputed',
  ]);
});

test('what was undone in somebody’s name is pushed whatever they chose', () => {
  expect(isPushed('your-name', false, true)).toBe(true);
  expect(isPushed('lent', false, true)).toBe(false);
});
