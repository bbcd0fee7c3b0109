import { expect, test } from 'vitest';
import { departmentNamed } from './department-names.ts';

test('an address may name a department, and nothing else is taken for one', () => {
  expect(departmentNamed('IoT')).toBe('IoT');
  expect(departmentNamed('iot')).toBeUndefined();
  expect(departmentNamed('toString')).toBeUndefined();
  expect(departmentNamed(undefined)).toBeUndefined();
});
