import type { Key } from '@keydesk/shared/keys/key';
import { expect, test } from 'vitest';
import { sampleKey } from '../../../lib/sample-key.ts';
import { findAmongOut, longestOutFirst } from './keys-that-are-out.ts';

const hanging = sampleKey({ keyNumber: '101', keyName: 'Seminar Hall', location: 'First floor' });

const out = (keyNumber: string, takenAt: string, name: string): Key => ({
  ...hanging,
  keyNumber,
  status: 'unavailable',
  takenAt,
  takenBy: { userId: 'b'.repeat(24), name },
});

const morning = out('202', '2026-01-05T09:00:00.000Z', 'Asha Rao');
const yesterday = out('303', '2026-01-04T16:00:00.000Z', 'Ravi Iyer');

test('only keys that are out are listed, the longest out first', () => {
  expect(longestOutFirst([hanging, morning, yesterday])).toEqual([yesterday, morning]);
});

test('keys are found by number or by who has them, whatever the case', () => {
  expect(findAmongOut([yesterday, morning], '303')).toEqual([yesterday]);
  expect(findAmongOut([yesterday, morning], ' ASHA ')).toEqual([morning]);
  expect(findAmongOut([yesterday, morning], '')).toEqual([yesterday, morning]);
  expect(findAmongOut([yesterday, morning], 'chemistry')).toEqual([]);
});
