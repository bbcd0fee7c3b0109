import type { Key } from '@keydesk/shared/keys/key';
import { findTakenKeys } from '@keydesk/shared/keys/key-search';
import { expect, test } from 'vitest';
import { sampleKey } from '../../../lib/testing/sample-key.ts';
import { longestOutFirst } from './unavailable-tab.tsx';

const atDesk = sampleKey({ keyNumber: '101', keyName: 'Seminar Hall', location: 'First floor' });

function out(keyNumber: string, takenAt: string, name: string): Key {
  return {
    ...atDesk,
    keyNumber,
    status: 'unavailable',
    loanId: 'c'.repeat(24),
    takenAt,
    takenBy: { userId: 'b'.repeat(24), name },
  };
}

const morning = out('202', '2026-01-05T09:00:00.000Z', 'Asha Rao');
const yesterday = out('303', '2026-01-04T16:00:00.000Z', 'Ravi Iyer');

const searcher = { department: null };

test('only keys that are out are listed, the longest out first', () => {
  expect(longestOutFirst([atDesk, morning, yesterday])).toEqual([yesterday, morning]);
});

test('keys are found by number or by who has them, whatever the case', () => {
  expect(findTakenKeys([yesterday, morning], '303', searcher)).toEqual([yesterday]);
  expect(findTakenKeys([yesterday, morning], ' ASHA ', searcher)).toEqual([morning]);
  expect(findTakenKeys([yesterday, morning], '', searcher)).toEqual([yesterday, morning]);
  expect(findTakenKeys([yesterday, morning], 'chemistry', searcher)).toEqual([]);
});
