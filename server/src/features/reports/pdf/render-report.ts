import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ReportContent } from './report-content.ts';

const printingThread = new URL('./printing-thread.mjs', import.meta.url);
const longestMs = 60_000;

const printOne = async (content: ReportContent): Promise<Buffer> => {
  const thread = new Worker(printingThread, { workerData: content, execArgv: [] });
  const ended = once(thread, 'exit').then(([code]) => {
    throw new Error(`The report was not printed: its thread ended with ${code}`);
  });
  try {
    const printed = once(thread, 'message', { signal: AbortSignal.timeout(longestMs) });
    const [pdf] = await Promise.race([printed, ended]);
    return Buffer.from(pdf as Uint8Array);
  } finally {
    ended.catch(() => undefined);
    await thread.terminate();
  }
};

let last: Promise<unknown> = Promise.resolve();

/**
 * The report as a PDF file. It takes the better part of a second of computing, so a thread of its
 * own does it, one report after the other: requests of the desk go on meanwhile.
 */
export const renderReport = (content: ReportContent): Promise<Buffer> => {
  const printed = last.then(() => printOne(content));
  last = printed.catch(() => undefined);
  return printed;
};
