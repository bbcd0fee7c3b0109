import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

const printingThread = new URL('./printing-thread.mjs', import.meta.url);
/** The tags of a whole campus take a few seconds, on a loaded machine many more. */
const longestMs = 120_000;

const printOne = async (printer: URL, content: unknown): Promise<Buffer> => {
  const workerData = { printer: printer.href, content };
  const thread = new Worker(printingThread, { workerData, execArgv: [] });
  const ended = once(thread, 'exit').then(([code]) => {
    throw new Error(`Nothing was printed: the thread ended with ${code}`);
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
 * What the module at `printer` makes of `content` with its `print`. That takes up to some seconds of
 * computing, so a thread of its own does it, one document after the other: requests of
 * the desk go on meanwhile.
 */
export const printInThread = (printer: URL, content: unknown): Promise<Buffer> => {
  const printed = last.then(() => printOne(printer, content));
  last = printed.catch(() => undefined);
  return printed;
};
