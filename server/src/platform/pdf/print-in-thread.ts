import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

const printingThread = new URL('./printing-thread.mjs', import.meta.url);
/** The tags of a whole campus take a few seconds, on a loaded machine many more. */
const timeoutMs = 120_000;

/**
 * What the module at `printScript` makes of `content` with its `print`. That takes up to some seconds of
 * computing, so a thread of its own does it; requests of the desk go on meanwhile. When `signal`
 * aborts, the thread is ended at once.
 */
export async function printInThread(
  printer: URL,
  content: unknown,
  signal: AbortSignal,
): Promise<Buffer> {
  signal.throwIfAborted();
  const workerData = { printer: printer.href, content };
  const thread = new Worker(printingThread, { workerData, execArgv: [] });
  const ended = once(thread, 'exit').then(([code]) => {
    throw new Error(`Nothing was printed: the thread ended with ${code}`);
  });
  try {
    const printed = once(thread, 'message', {
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    const [pdf] = await Promise.race([printed, ended]);
    return Buffer.from(pdf as Uint8Array);
  } finally {
    ended.catch(() => undefined);
    await thread.terminate();
  }
}
