/** `npm run bench [-- row …]`: measures, and prints each figure beside its reference and goal. */
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { benchHandover } from './handover/bench.ts';
import { openStage, type Stage } from './stage/stage.ts';
import { type Row, tableOf } from './table.ts';

const benches: Record<string, (stage: Stage) => Promise<Row[]>> = {
  handover: benchHandover,
};

const say = (text: string): void => {
  process.stdout.write(text);
};

const chosen = (): string[] => {
  const names = process.argv.slice(2);
  const unknown = names.filter((name) => !(name in benches));
  if (unknown.length > 0) {
    say(`There is no ${unknown.join(', ')}; rows are: ${Object.keys(benches).join(', ')}\n`);
    process.exit(2);
  }
  return names.length > 0 ? names : Object.keys(benches);
};

const describeMachine = (): string =>
  `Node ${process.version}, ${availableParallelism()} × ${cpus()[0]?.model ?? 'processor'}, ` +
  `${Math.round(totalmem() / 1e9)} GB; load at start ${loadavg()[0]?.toFixed(2)}\n`;

const main = async (): Promise<void> => {
  const names = chosen();
  say(describeMachine());
  const stage = await openStage();
  const rows: Row[] = [];
  try {
    for (const name of names) {
      say(`${name}…\n`);
      rows.push(...((await benches[name]?.(stage)) ?? []));
    }
  } finally {
    await stage.end();
  }
  say(`\n${tableOf(rows)}`);
};

await main();
