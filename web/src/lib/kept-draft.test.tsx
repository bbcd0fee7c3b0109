import { afterEach, expect, test } from 'vitest';
import { forgetDraft, keepDraft, keptDraft } from './kept-draft.ts';
import { beginSession, endSession } from './session.ts';
import { sampleUser } from './testing/sample-user.ts';

afterEach(() => endSession());

test('what was typed into one form outlives that another is typed into and closed', () => {
  beginSession(sampleUser());
  const [paper, note] = [
    { opened: [], draft: ['A-101'] },
    { opened: '', draft: 'Roof key' },
  ];
  keepDraft('paper', paper);
  keepDraft('note', note);
  expect([keptDraft('paper'), keptDraft('note')]).toEqual([paper, note]);
  forgetDraft('note');
  expect([keptDraft('paper'), keptDraft('note')]).toEqual([paper, null]);
  endSession();
  beginSession(sampleUser({ id: 'f'.repeat(24) }));
  expect(keptDraft('paper')).toBeNull();
});
