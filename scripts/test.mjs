// Everything that has to hold, from a fresh clone: `npm test`, or one stage: `npm test -- --only unit`.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildWeb } from './build-web.mjs';
import { findChromium } from './find-chromium.mjs';
import { installPackages } from './install-packages.mjs';
import { requireNode } from './require-node.mjs';
import { root } from './root.mjs';
import { closingLine } from './test-counts.mjs';

const reports = mkdtempSync(join(tmpdir(), 'keydesk-reports-'));
const unitReport = join(reports, 'unit.json');
const browserReport = join(reports, 'browser.json');

const STAGES = {
  lint: () => run('biome', 'check', '--error-on-warnings', '.'),
  types: () =>
    ['shared', 'server', 'web', 'e2e'].every((part) => run('tsc', '--noEmit', '-p', part)),
  unused: () => run('knip'),
  unit: () =>
    run(
      'vitest',
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${unitReport}`,
    ),
  build: () => buildWeb(),
  browser: () => run('playwright', 'test', '--reporter=list,json'),
};

function run(tool, ...args) {
  const env = {
    ...process.env,
    PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`,
    PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport,
  };
  return (
    spawnSync(tool, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] }).status === 0
  );
}

function chosenStages() {
  const at = process.argv.indexOf('--only');
  if (at < 0) return Object.keys(STAGES);
  const only = process.argv[at + 1];
  if (only === 'browser') return ['build', 'browser'];
  if (only in STAGES) return [only];
  console.error(`--only takes one of: ${Object.keys(STAGES).join(', ')}`);
  process.exit(2);
}

function passes(name) {
  console.error(`\n── ${name}`);
  const started = performance.now();
  const passed = STAGES[name]();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.error(`── ${name} ${passed ? 'passed' : 'FAILED'} after ${seconds} s`);
  return passed;
}

requireNode();
const stages = chosenStages();
installPackages();
if (stages.includes('browser')) {
  const chromium = findChromium();
  if (!chromium) {
    console.error(
      'The browser tests need Chromium: install it, or set CHROMIUM_PATH to its program.',
    );
    process.exit(1);
  }
  process.env.CHROMIUM_PATH = chromium;
}
const passed = stages.every(passes);
process.stdout.write(`\n${closingLine(unitReport, browserReport)}\n`);
rmSync(reports, { recursive: true });
process.exitCode = passed ? 0 : 1;
