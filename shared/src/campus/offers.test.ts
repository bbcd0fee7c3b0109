import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Department } from './campus.ts';
import {
  keyChoicesOf,
  keyDepartmentsOf,
  labelIn,
  peopleCodeOf,
  peopleDepartmentsOf,
} from './campus.ts';

function entry(code: string, retired = false) {
  return { code, label: `The ${code}`, position: 1, retired, version: 1 };
}

function department(code: string, change: Partial<Department> = {}): Department {
  return {
    ...entry(code),
    registers: true,
    lends: true,
    peopleCode: null,
    headId: null,
    ...change,
  };
}

const campus = {
  departments: [
    department('CSE'),
    department('CSE-AIML', { lends: false }),
    department('AIML', { registers: false, peopleCode: 'CSE-AIML' }),
    department('OLD', { retired: true }),
    department('COMMON', { registers: false }),
  ],
  blocks: [entry('MAIN'), entry('A')],
  categories: [entry('lab'), entry('other', true)],
};

function codes(entries: readonly { code: string }[]) {
  return entries.map(({ code }) => code);
}

test('keys are offered departments that lend, people those that register, both without retired ones', () => {
  expect(codes(keyDepartmentsOf(campus))).toEqual(['CSE', 'AIML', 'COMMON']);
  expect(codes(peopleDepartmentsOf(campus))).toEqual(['CSE', 'CSE-AIML']);
});

test('a new key has the usual choices where they are offered, else the first of the list', () => {
  expect(keyChoicesOf(campus)).toEqual({ department: 'COMMON', block: 'A', category: 'lab' });
  const empty = { departments: [], blocks: [], categories: [entry('other', true)] };
  expect(keyChoicesOf(empty)).toEqual({});
});

test('what is chosen is always offered, or nothing is', () => {
  const anyEntry = fc.record({ code: fc.constantFrom('A', 'B', 'other'), retired: fc.boolean() });
  fc.assert(
    fc.property(fc.array(anyEntry), (some) => {
      const blocks = some.map(({ code, retired }) => entry(code, retired));
      const { block } = keyChoicesOf({ ...campus, blocks });
      const offers = codes(blocks.filter(({ retired }) => !retired));
      expect(block === undefined ? offers : [block]).toEqual(
        offers.length === 0 ? [] : [offers.includes('A') ? 'A' : offers[0]],
      );
    }),
  );
});

test('people of a department register with its own code or with another', () => {
  expect(peopleCodeOf(campus, 'AIML')).toBe('CSE-AIML');
  expect(peopleCodeOf(campus, 'CSE')).toBe('CSE');
  expect(peopleCodeOf(campus, 'GONE')).toBe('GONE');
});

test('a code that the campus does not have is its own label', () => {
  expect(labelIn(campus.blocks, 'MAIN')).toBe('The MAIN');
  expect(labelIn(campus.blocks, 'Z')).toBe('Z');
});
