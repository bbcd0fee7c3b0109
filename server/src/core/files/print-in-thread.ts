import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

const printingThread = new URL('./printing-thread.mjs', import.meta.url);
/** The tags of a whole campus take a few seconds, and many more on a loaded machine. */
const timeoutMs = 120_000;

/**
 * Prints `content` as a PDF with the `print` function of the module at `printer`, which also gets
 * the paths in `extraFonts`. It runs in a thread of its own, because it may compute for seconds
 * while the desk's requests must go on. When `signal` aborts, the thread is terminated at once.
 */
export async function printInThread(
  printer: URL,
  { content, extraFonts }: { content: unknown; extraFonts: readonly string[] },
  signal: AbortSignal,
): Promise<Buffer> {
  signal.throwIfAborted();
  const workerData = { printer: printer.href, content, extraFonts };
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
