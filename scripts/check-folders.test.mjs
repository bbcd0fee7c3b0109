import { expect, test } from 'vitest';
import { findFolderProblems } from './check-folders.mjs';

const order = ['.', 'features/loans', 'features/keys', 'core'];

/** A file in each folder, and what is given. */
function problemsWith(code) {
  return findFolderProblems(
    {
      'main.ts': "import { app } from './features/loans/lend.ts';",
      'features/loans/lend.ts': "import { row } from '../keys/rows.ts';",
      'features/keys/rows.ts': "import type { Day } from '../../core/dates.ts';",
      'core/dates.ts': "import { z } from 'zod';",
      ...code,
    },
    order,
  );
}

test('imports within a folder, downwards and of packages are in order', () => {
  const more =
    "import { z } from 'zod'; import { row } from './rows.ts'; import './tags/print.ts';";
  expect(problemsWith({ 'features/keys/more.ts': more })).toEqual([]);
});

test('what leads to another part or to no module is not of this part', () => {
  const code = "import { api } from '../../../shared/src/api.ts'; // from 'lib'";
  expect(problemsWith({ 'core/api.ts': code })).toEqual([]);
});

test.each([
  ['a value', "import { loan } from\n  '../features/loans/loan.ts';"],
  ['a type', "import type { Loan } from '../features/loans/loan.ts';"],
  ['an effect', "import '../features/loans/loan.ts';"],
  ['what is passed on', "export { loan } from '../features/loans/loan.ts';"],
  ['what is loaded later', "const loan = () => import('../features/loans/loan.ts');"],
  ['the type of what is not imported', "let loan: import('../features/loans/loan.ts').Loan;"],
])('an import that leads up is named, and the circle that it closes: %s', (_what, code) => {
  expect(problemsWith({ 'core/text.ts': code })).toEqual([
    'core/text.ts imports features/loans/loan.ts, but features/loans is above core',
    'circle features/loans → features/keys → core → features/loans',
    '  features/loans/lend.ts imports features/keys/rows.ts',
    '  features/keys/rows.ts imports core/dates.ts',
    '  core/text.ts imports features/loans/loan.ts',
  ]);
});

test('of several circles the shortest is shown', () => {
  const up =
    "import { a } from '../features/loans/a.ts'; import { b } from '../features/keys/b.ts';";
  expect(problemsWith({ 'core/text.ts': up }).slice(-3)).toEqual([
    'circle features/keys → core → features/keys',
    '  features/keys/rows.ts imports core/dates.ts',
    '  core/text.ts imports features/keys/b.ts',
  ]);
});

test('an import that leads up is a problem without a circle, too', () => {
  expect(
    findFolderProblems({ 'a/x.ts': 'export const x = 1;', 'b/y.ts': "import '../a/x.ts';" }, [
      'a',
      'b',
    ]),
  ).toEqual(['b/y.ts imports a/x.ts, but a is above b']);
});

test('a folder without a floor and a floor without a folder are problems', () => {
  expect(findFolderProblems({ 'new/x.ts': '' }, ['old'])).toEqual([
    'new has no floor',
    'old is empty',
  ]);
});
