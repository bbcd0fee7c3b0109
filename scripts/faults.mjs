// The complete fault run, with kills, disturbances and the history check: `npm run test:faults`.
// Parts of it: `npm run test:faults -- --kills 5 --calls 2000 --drops 10 --within 10 --only kills`.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findCaddy } from './find-caddy.mjs';
import { findPostgres } from './find-postgres.mjs';
import { installPackages } from './install-packages.mjs';
import { requireNode } from './require-node.mjs';
import { root } from './root.mjs';
import { run } from './run.mjs';

const testFolder = 'server/test/faults';
const parts = [
  'kills',
  'disturbed',
  'starts',
  'full-disk',
  'failover',
  'pooler',
  'history',
  'rolling-restart',
];

const { values } = parseArgs({
  options: {
    /** Kills of the application, and as many of PostgreSQL. */
    kills: { type: 'string', default: '50' },
    drops: { type: 'string', default: '30' },
    calls: { type: 'string', default: '20000' },
    /** Seconds until it must serve again. */
    within: { type: 'string', default: '5' },
    only: { type: 'string' },
  },
});

requireNode();
if (values.only && !parts.includes(values.only)) {
  process.stderr.write(`--only takes one of: ${parts.join(', ')}\n`);
  process.exit(2);
}
if (!(await installPackages())) process.exit(1);

const folder = mkdtempSync(join(tmpdir(), 'keydesk-faults-report-'));
process.once('exit', () => rmSync(folder, { recursive: true }));
const report = join(folder, 'report');
writeFileSync(report, '');
const isAsked = (...names) => values.only === undefined || names.includes(values.only);
const caddy = isAsked('rolling-restart') ? await findCaddy(folder) : null;
const postgres = isAsked('failover', 'pooler') ? await findPostgres() : null;

const passed = await run(
  process.execPath,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--project=server',
    '--no-file-parallelism',
    join(testFolder, values.only ?? ''),
  ],
  {
    env: {
      ...process.env,
      FAULTS_WHOLE: 'true',
      FAULTS_KILLS: values.kills,
      FAULTS_DROPS: values.drops,
      FAULTS_CALLS: values.calls,
      FAULTS_WITHIN: values.within,
      FAULTS_REPORT: report,
      ...(caddy && { CADDY_PATH: caddy }),
      ...(postgres && { FAULTS_POSTGRES: postgres.folder, FAULTS_PGBOUNCER: postgres.pgbouncer }),
    },
  },
);
process.stdout.write(`\n${readFileSync(report, 'utf8')}\n${passed ? 'passed' : 'FAILED'}\n`);
process.exitCode = passed ? 0 : 1;
