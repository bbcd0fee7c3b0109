import { keyDepartments } from '@keydesk/shared/keys/key';
import { expect, test } from 'vitest';
import { sampleKey } from '../../lib/testing/sample-key.ts';
import { countByDepartment, parseDepartment } from './departments.tsx';
import { idOf, sampleTaken } from './testing/key-states.ts';

test('an address may name a department, and nothing else is taken for one', () => {
  expect(parseDepartment('IoT')).toBe('IoT');
  expect(parseDepartment('iot')).toBeUndefined();
  expect(parseDepartment('toString')).toBeUndefined();
  expect(parseDepartment(undefined)).toBeUndefined();
});

test('every department is counted in its order, those without keys too', () => {
  const counts = countByDepartment([]);
  expect(counts.map(({ department }) => department)).toEqual(keyDepartments);
  expect(counts.every(({ total, available }) => total === 0 && available === 0)).toBe(true);
});

test('a department counts its keys and those that are available', () => {
  const counts = countByDepartment([
    sampleKey(),
    sampleTaken(idOf(700), { _id: idOf(2) }),
    sampleKey({ _id: idOf(3), department: 'IoT' }),
  ]);
  expect(counts).toContainEqual({ department: 'CSE', total: 2, available: 1 });
  expect(counts).toContainEqual({ department: 'IoT', total: 1, available: 1 });
});
