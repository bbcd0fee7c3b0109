import { expect, test } from 'vitest';
import { sampleKey } from '../../lib/testing/sample-key.ts';
import { otherFreeKeys } from './other-free-keys.tsx';
import { idOf } from './testing/key-states.ts';

const taken = sampleKey({ _id: idOf(1), category: 'lab' });

test('only available keys of the department are offered, never the key itself', () => {
  const free = sampleKey({ _id: idOf(2) });
  const out = sampleKey({ _id: idOf(3), status: 'unavailable' });
  const elsewhere = sampleKey({ _id: idOf(4), department: 'MECH' });
  expect(otherFreeKeys([taken, out, elsewhere, free], taken)).toEqual([free]);
});

test('five at most are offered, those of the same category first', () => {
  const offices = [2, 3, 4, 5].map((id) => sampleKey({ _id: idOf(id), category: 'office' }));
  const labs = [6, 7].map((id) => sampleKey({ _id: idOf(id), category: 'lab' }));
  expect(otherFreeKeys([...offices, ...labs], taken)).toEqual([...labs, ...offices.slice(0, 3)]);
});
