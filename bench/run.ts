/** `npm run bench -- [row …]`: prints figures, references and goals. */
import { availableParallelism, constants, cpus, loadavg, totalmem } from 'node:os';
import { inspect } from 'node:util';
import { benchAnalytics } from './analytics/bench.ts';
import { benchFanOut } from './fan-out/bench.ts';
import { benchHandover } from './handover/bench.ts';
import { type Harness, openHarness } from './harness/harness.ts';
import { benchIdle } from './idle/bench.ts';
import { benchKeyList } from './key-list/bench.ts';
import { benchLargeCampus } from './large-campus/bench.ts';
import { benchLongList, benchWeb } from './pages/bench.ts';
import { type Row, tableOf } from './report.ts';
import { benchScanner } from './scanner/bench.ts';
import { benchStart } from './start/bench.ts';
import { benchTinyCall } from './tiny-call/bench.ts';

const chosen = process.argv.slice(2);

const benches: Record<string, (harness: Harness) => Promise<Row[]>> = {
  start: benchStart,
  idle: benchIdle,
  handover: benchHandover,
  'key-list': benchKeyList,
  'tiny-call': benchTinyCall,
  'fan-out': benchFanOut,
  analytics: benchAnalytics,
  'large-campus': benchLargeCampus,
  scanner: benchScanner,
  web: benchWeb,
  'long-list': benchLongList,
};

function say(text: string): void {
  process.stdout.write(text);
}

function requestedRows(): string[] {
  const unknown = chosen.filter((name) => !(name in benches));
  if (unknown.length > 0) {
    say(`There is no ${unknown.join(', ')}; rows are: ${Object.keys(benches).join(', ')}\n`);
    process.exit(2);
  }
  return chosen.length > 0 ? chosen : Object.keys(benches);
}

function load(): string {
  return loadavg()[0]?.toFixed(1) ?? '';
}

function describeMachine(): string {
  return (
    `Node ${process.version}, ${availableParallelism()} × ${cpus()[0]?.model ?? 'processor'}, ` +
    `${Math.round(totalmem() / 1e9)} GB\n`
  );
}

/**
 * Runs the benchmarks in sequence, prints each result at once and adds it to `rows`. A failure ends
 * the run, because its remains would disturb the next benchmark.
 */
async function measure(harness: Harness, names: readonly string[], rows: Row[]): Promise<void> {
  for (const [index, name] of names.entries()) {
    say(`load ${load()}: ${name}…\n`);
    try {
      const measured = (await benches[name]?.(harness)) ?? [];
      say(`${tableOf(measured)}\n`);
      rows.push(...measured);
    } catch (error) {
      const leftOut = names.slice(index + 1).join(', ');
      const message = leftOut ? `${name} failed; left out: ${leftOut}` : `${name} failed`;
      throw new Error(message, { cause: error });
    }
  }
}

async function main(): Promise<void> {
  const names = requestedRows();
  say(describeMachine());
  const harness = await openHarness();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      void harness.end().finally(() => process.exit(128 + constants.signals[signal]));
    });
  const rows: Row[] = [];
  try {
    await measure(harness, names, rows);
  } finally {
    await harness.end();
    if (names.length > 1) say(`All that was measured:\n\n${tableOf(rows)}`);
  }
}

await main().catch((error: Error) => {
  process.stderr.write(`${inspect(error)}\n`);
  // Exit handlers end the processes of a failed benchmark.
  process.exit(1);
});
