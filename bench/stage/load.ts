import { perSecond } from '../figures.ts';
import { startChild } from './children.ts';
import type { ProcessUse } from './process-use.ts';
import { useOf } from './process-use.ts';

export type Call = {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string;
};

/** What to send: each connection its own calls, one after the other, again and again or once. */
export type Load = { url: string; calls: Call[][]; seconds: number } | OnceLoad;
type OnceLoad = { url: string; calls: Call[][]; once: true };

export type LoadAnswer = {
  seconds: number;
  answered: number;
  /** By status. */
  statuses: Record<string, number>;
  p50: number;
  p99: number;
  errors: number;
};

export type LoadResult = LoadAnswer & {
  perSecond: number;
  /** Share of one processor that the generator and the server used meanwhile. */
  generatorBusy: number;
  serverBusy: number;
  /** What one call costs the server's process; hardly moved by whatever else the machine does. */
  serverMsEach: number;
  serverResidentMb: number;
};

/** Above this share of a processor the generator, not the server, sets the pace. */
const limit = 0.95;

/** The rate, and what a call costs; says when it was not the server that set the pace. */
export const rateOf = ({ perSecond: rate, serverMsEach, generatorBusy }: LoadResult): string =>
  `${perSecond(rate)} at ${serverMsEach.toFixed(2)} ms of processor` +
  `${generatorBusy > limit ? ', generator at its limit' : ''}`;

/** Sends a load from a process of its own. */
export const sendLoad = async (load: Load, serverPid: number): Promise<LoadResult> => {
  const child = await startChild<Load, LoadAnswer>(new URL('./load-process.ts', import.meta.url));
  const use = (): [ProcessUse, ProcessUse] => [useOf(child.pid), useOf(serverPid)];
  try {
    const before = use();
    const answer = await child.ask(load);
    const after = use();
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
};
