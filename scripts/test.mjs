// All checks from a fresh clone: `npm test`, or one stage: `npm test -- --only unit`; browser tests
// also by file: `npm run test:e2e -- e2e/desk`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { buildServer } from './build-server.mjs';
import { buildWeb } from './build-web.mjs';
import { checkFolders } from './check-folders.mjs';
import { checkTexts } from './check-texts.mjs';
import { findChromium, findHeadlessShell } from './find-chromium.mjs';
import { installPackages } from './install-packages.mjs';
import { makeTexts } from './make-texts.mjs';
import { isPlainPath } from './plain-path.mjs';
import { requireNode } from './require-node.mjs';
import { root } from './root.mjs';
import { run } from './run.mjs';
import { closingLine } from './test-counts.mjs';

const reports = mkdtempSync(join(tmpdir(), 'keydesk-reports-'));
process.once('exit', () => rmSync(reports, { recursive: true }));
const unitReport = join(reports, 'unit.json');
const browserReport = join(reports, 'browser.json');

const typedParts = [
  'shared',
  'server',
  'web',
  'web/build',
  'web/src/service-worker',
  'e2e',
  'bench',
  'packages/embedded-postgres',
];

const stages = {
  lint: async () =>
    (await tool('biome', 'check', '--error-on-warnings', '.')) &&
    checkFolders() &&
    (await checkTexts()),
  types: async () => {
    await makeTexts();
    for (const part of typedParts) {
      // Checks are incremental; a fresh clone checks everything.
      const known = join('node_modules/.cache/types', `${part.replaceAll('/', '-')}.tsbuildinfo`);
      const options = ['--noEmit', '--incremental', '--tsBuildInfoFile', known, '-p', part];
      if (!(await tool('tsc', ...options))) return false;
    }
    return true;
  },
  unused: () => tool('knip'),
  unit: () =>
    tool(
      'vitest',
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${unitReport}`,
    ),
  build: async () => (await buildWeb()) && (await buildServer()),
  browser: () => tool('playwright', 'test', '--reporter=list,json', ...chosenFiles()),
};

function tool(name, ...args) {
  const PATH = `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}`;
  return run(name, args, {
    env: { ...process.env, PATH, PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport },
  });
}

function chosenStages() {
  const at = process.argv.indexOf('--only');
  if (at < 0) return Object.keys(stages);
  const only = process.argv[at + 1];
  if (only === 'browser') return ['build', 'browser'];
  if (only in stages) return [only];
  process.stderr.write(`--only takes one of: ${Object.keys(stages).join(', ')}\n`);
  process.exit(2);
}

function chosenFiles() {
  const at = process.argv.indexOf('--only');
  return at < 0 ? [] : process.argv.slice(at + 2);
}

async function provideChromium() {
  try {
    const shell = await findHeadlessShell();
    process.env.CHROMIUM_PATH = await findChromium();
    process.env.CHROMIUM_SHELL_PATH = shell ?? process.env.CHROMIUM_PATH;
    return true;
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    return false;
  }
}

async function passes(name) {
  process.stdout.write(`\n── ${name}\n`);
  const started = performance.now();
  const passed = await stages[name]();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(`── ${name} ${passed ? 'passed' : 'FAILED'} after ${seconds} s\n`);
  return passed;
}

async function everyStagePasses(names) {
  if (!(await installPackages())) return false;
  if (names.includes('browser') && !(await provideChromium())) return false;
  for (const name of names) {
    if (!(await passes(name))) return false;
  }
  return true;
}

requireNode();
if (!isPlainPath(root)) {
  // Vitest and Playwright resolve links, and misread such real paths.
  process.stderr.write(`npm test needs a plain path, without # ? " % or brackets: ${root}\n`);
  process.exit(1);
}
const passed = await everyStagePasses(chosenStages());
process.stdout.write(`\n${closingLine(unitReport, browserReport)}\n`);
process.exitCode = passed ? 0 : 1;
