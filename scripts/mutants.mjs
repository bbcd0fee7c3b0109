// Breaks the files that decide, one place after the other, and looks whether a unit test fails:
// `npm run test:mutants`. Some of them: `npm run test:mutants -- shared/src/loans/undo.ts`.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { installPackages } from './install-packages.mjs';
import { makeTexts } from './make-texts.mjs';
import { requireNode } from './require-node.mjs';
import { root } from './root.mjs';

const decidingFiles = [
  'loans/decide',
  'loans/undo',
  'loans/counts',
  'loans/incidents',
  'loans/paper',
  'loans/disputes',
  'loans/qr-parse',
  'access/decide-access',
  'due/due-for',
  'due/extensions',
  'due/calendar',
  'due/reminder-schedule',
  'duty/pin',
].map((name) => `shared/src/${name}.ts`);

/** Its folder is ignored by Git. The results are kept, so that only what changed is tried again. */
const folder = 'coverage/mutants';

requireNode();
const asked = process.argv.slice(2);
const mutate = asked.length > 0 ? asked : decidingFiles;
const missing = mutate.filter((file) => !existsSync(join(root, file)));
if (missing.length > 0) {
  process.stderr.write(`There is no ${missing.join(', ')}.\n`);
  process.exit(2);
}
if (!(await installPackages())) process.exit(1);
process.chdir(root);
await makeTexts();

// Read here, because it may have been installed only now.
const { Stryker } = await import('@stryker-mutator/core');
await new Stryker({
  mutate,
  // Texts and the properties of rows decide nothing.
  mutator: { excludedMutations: ['StringLiteral', 'ObjectLiteral'] },
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'scripts/mutants.vitest.config.mjs' },
  ignorePatterns: ['server', 'web', 'e2e', 'bench', 'docs', 'deploy', 'data'],
  coverageAnalysis: 'perTest',
  concurrency: 1,
  incremental: true,
  incrementalFile: `${folder}/results.json`,
  tempDirName: `${folder}/sandbox`,
  reporters: ['clear-text'],
  clearTextReporter: { reportTests: false, allowColor: process.stdout.isTTY === true },
}).runMutationTest();
