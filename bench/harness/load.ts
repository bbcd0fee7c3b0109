import { perSecond } from '../report.ts';
import { startChild } from './children.ts';
import { type ProcessUsage, processUsage } from './process-usage.ts';
import { pageHeaders, type SignedIn } from './seed.ts';

export type Call = {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string;
};

/** Each connection sends its own calls in turn, once or repeatedly for some seconds. */
export type Load = { url: string; calls: Call[][]; seconds: number } | OnceLoad;
type OnceLoad = { url: string; calls: Call[][]; once: true };

export type LoadAnswer = {
  seconds: number;
  answered: number;
  statuses: Record<string, number>;
  p50: number;
  p99: number;
  errors: number;
};

export type LoadResult = LoadAnswer & {
  perSecond: number;
  /** Used shares of one processor, by the generator and by the server. */
  generatorBusy: number;
  serverBusy: number;
  /** The server's processor time per call; nearly independent of the machine's other load. */
  serverMsEach: number;
  serverResidentMb: number;
};

/** Above this share of a processor the load generator is the bottleneck, not the server. */
const limit = 0.95;

export function rateOf({ perSecond: rate, serverMsEach, generatorBusy }: LoadResult): string {
  return (
    `${perSecond(rate)} at ${serverMsEach.toFixed(2)} ms of processor` +
    `${generatorBusy > limit ? ', generator at its limit' : ''}`
  );
}

/** Sends a load from a separate process, and measures its cost to the server. */
export async function sendLoad(load: Load, serverPid: number): Promise<LoadResult> {
  const child = await startChild<Load, LoadAnswer>(new URL('./load-process.ts', import.meta.url));
  const usage = (): [ProcessUsage, ProcessUsage] => [
    processUsage(child.pid),
    processUsage(serverPid),
  ];
  try {
    const before = usage();
    const answer = await child.ask(load);
    const after = usage();
    const busy = (index: 0 | 1) =>
      (after[index].cpuSeconds - before[index].cpuSeconds) / answer.seconds;
    return {
      ...answer,
      perSecond: answer.answered / answer.seconds,
      generatorBusy: busy(0),
      serverBusy: busy(1),
      serverMsEach: (1000 * busy(1) * answer.seconds) / answer.answered,
      serverResidentMb: after[1].residentMb,
    };
  } finally {
    await child.end();
  }
}

const clients = 16;

export function readersCalls(
  people: readonly SignedIn[],
  path: string,
  extra: Record<string, string> = {},
): Call[][] {
  return Array.from({ length: clients }, (_, client) =>
    people
      .filter((_person, index) => index % clients === client)
      .map((who) => ({ method: 'GET', path, headers: { ...pageHeaders(who), ...extra } })),
  );
}
