import { expect, test } from 'vitest';
import { initialsOf } from './format.ts';

test.each([
  ['Asha Rao', 'AR'],
  ['asha devi rao', 'AR'],
  ['Asha', 'A'],
  ['Ravi Kumar of Voltas (visitor)', 'RK'],
  ['Ravi (visitor)', 'R'],
  ['  ', ''],
])('The initials of %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
