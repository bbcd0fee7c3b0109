import type { Key } from '@keydesk/shared/keys/key';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sampleKey } from '../../lib/testing/sample-key.ts';
import { dueFirst } from './taken-keys.tsx';

test('what is due first comes first, and what is due together stays in its order', () => {
  const instants = fc.array(
    fc.option(fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })),
  );
  fc.assert(
    fc.property(instants, (dates) => {
      const keys = dates.map((date) => sampleKey({ dueAt: date?.toISOString() ?? null }));
      const sorted = dueFirst(keys);
      const due = ({ dueAt }: Key) => Date.parse(dueAt ?? '9999-12-31');
      for (const [index, key] of sorted.entries()) {
        const next = sorted[index + 1];
        if (!next) continue;
        expect(due(key)).toBeLessThanOrEqual(due(next));
        if (due(key) === due(next)) expect(keys.indexOf(key)).toBeLessThan(keys.indexOf(next));
      }
      expect(new Set(sorted)).toEqual(new Set(keys));
    }),
  );
});
