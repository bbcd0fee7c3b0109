import type { Mention } from '@keydesk/shared/core/fields';
import { expect, test } from 'vitest';
import { splitAtMentions } from './recent-activity.tsx';

const asha: Mention = { id: '1', kind: 'person', name: 'Asha' };
const key: Mention = { id: '2', kind: 'key', name: 'A-1' };

function partsOf(text: string, mentioned: Mention[]) {
  return splitAtMentions(text, mentioned).map(({ before, mention }) => [before, mention?.id]);
}

test('a sentence is cut at who and what it names', () => {
  expect(partsOf('Asha took key A-1', [asha, key])).toEqual([
    ['', '1'],
    [' took key ', '2'],
    ['', undefined],
  ]);
});

test('two people of one name are told apart by their order', () => {
  const other = { ...asha, id: '3' };
  expect(partsOf('Asha returned key A-1 for Asha', [other, key, asha])).toEqual([
    ['', '3'],
    [' returned key ', '2'],
    [' for ', '1'],
    ['', undefined],
  ]);
});

test('a sentence that names nobody known stays whole', () => {
  expect(partsOf('Ravi joined', [asha])).toEqual([['Ravi joined', undefined]]);
});
