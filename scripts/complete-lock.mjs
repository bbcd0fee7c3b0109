// npm omits other platforms' optional packages from the lock while node_modules exists, so the lock
// is completed beside a copy of the manifests alone.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findLockProblems } from './lock-problems.mjs';
import { root } from './root.mjs';

function complete() {
  const copy = mkdtempSync(join(tmpdir(), 'keydesk-lock-'));
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const manifests = ['', ...workspaces].map((folder) => join(folder, 'package.json'));
  try {
    for (const file of ['.npmrc', 'package-lock.json', ...manifests]) {
      mkdirSync(dirname(join(copy, file)), { recursive: true });
      copyFileSync(join(root, file), join(copy, file));
    }
    execFileSync('npm', ['install', '--package-lock-only', '--loglevel=error'], {
      cwd: copy,
      stdio: 'inherit',
    });
    copyFileSync(join(copy, 'package-lock.json'), join(root, 'package-lock.json'));
  } finally {
    rmSync(copy, { recursive: true });
  }
}

complete();

const problems = findLockProblems(
  JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')),
);
for (const problem of problems) console.error(`package-lock.json: ${problem}`);
process.exitCode = problems.length > 0 ? 1 : 0;
