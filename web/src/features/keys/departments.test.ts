import { keyDepartments } from '@keydesk/shared/campus/testing/new-campus';
import { expect, test } from 'vitest';
import { parseDepartment } from '../../lib/campus.ts';
import { sampleKey } from '../../lib/testing/sample-key.ts';
import { countByDepartment } from './departments.tsx';
import { idOf, sampleTaken } from './testing/key-states.ts';

test('an address may name a department, and nothing else is taken for one', () => {
  expect(parseDepartment('IoT', keyDepartments)).toBe('IoT');
  expect(parseDepartment('iot', keyDepartments)).toBeUndefined();
  expect(parseDepartment('toString', keyDepartments)).toBeUndefined();
  expect(parseDepartment(undefined, keyDepartments)).toBeUndefined();
  expect(parseDepartment('LAW', undefined)).toBe('LAW');
});

test('every department is counted in its order, those without keys too', () => {
  const counts = countByDepartment([], keyDepartments);
  expect(counts.map(({ department }) => department)).toEqual(keyDepartments);
  expect(counts.every(({ total, available }) => total === 0 && available === 0)).toBe(true);
});

test('a department counts its keys and those that are available', () => {
  const counts = countByDepartment(
    [
      sampleKey(),
      sampleTaken(idOf(700), { _id: idOf(2) }),
      sampleKey({ _id: idOf(3), department: 'IoT' }),
    ],
    keyDepartments,
  );
  expect(counts).toContainEqual({ department: 'CSE', total: 2, available: 1 });
  expect(counts).toContainEqual({ department: 'IoT', total: 1, available: 1 });
});
