import { expect, test } from 'vitest';
import { initialsOf } from './format.ts';

test.each([
  ['Asha Rao', 'AR'],
  ['asha devi rao', 'AR'],
  ['Asha', 'A'],
  ['Ravi Kumar of Voltas (visitor)', 'RK'],
  ['Ravi (visitor)', 'R'],
  ['\u2068Ravi Kumar\u2069 (\u2068Voltas\u2069، مہمان)', 'RK'],
  ['  ', ''],
])('The initials of %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
