import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { spokenLanguage } from '@keydesk/shared/texts/translator';

const printingThread = new URL('./printing-thread.mjs', import.meta.url);
/** The tags of a whole campus take a few seconds, and far more on a loaded machine. */
const timeoutMs = 120_000;
/** Per thread, in MB: without a bound it keeps garbage as long as the machine has memory. */
const resourceLimits = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 256 };

/** How long an idle thread is kept: starting one takes longer than most files. */
const idleMs = 60_000;
const idle: { thread: Worker; retire: NodeJS.Timeout }[] = [];

/**
 * Prints `content` as a PDF with the `print` function of the module at `printer`, which also gets
 * `extraFonts` and the current language. It runs in a thread, because it may compute for seconds
 * while requests must go on; aborting `signal` terminates the thread.
 */
export async function printInThread(
  printer: URL,
  { content, extraFonts }: { content: unknown; extraFonts: readonly string[] },
  signal: AbortSignal,
): Promise<Buffer> {
  signal.throwIfAborted();
  const thread = takeThread();
  try {
    const settings = { extraFonts, language: spokenLanguage() };
    thread.postMessage({ printer: printer.href, content, settings });
    const pdf = await answerOf(thread, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]));
    keep(thread);
    return pdf;
  } catch (error) {
    await thread.terminate();
    throw error;
  }
}

function takeThread(): Worker {
  const kept = idle.pop();
  if (kept) {
    clearTimeout(kept.retire);
    kept.thread.ref();
    return kept.thread;
  }
  const thread = new Worker(printingThread, { execArgv: [], resourceLimits });
  // Callers get a failure by another way; an idle thread's must not end the process.
  thread.on('error', () => undefined);
  thread.once('exit', () => forget(thread));
  return thread;
}

function keep(thread: Worker): void {
  const retire = setTimeout(() => {
    forget(thread);
    void thread.terminate();
  }, idleMs).unref();
  idle.push({ thread, retire });
  thread.unref();
}

function forget(thread: Worker): void {
  const index = idle.findIndex((kept) => kept.thread === thread);
  if (index >= 0) idle.splice(index, 1);
}

async function answerOf(thread: Worker, signal: AbortSignal): Promise<Buffer> {
  const settled = new AbortController();
  try {
    const answer = once(thread, 'message', { signal: AbortSignal.any([signal, settled.signal]) });
    const end = once(thread, 'exit', { signal: settled.signal }).then(([code]) => {
      throw new Error(`Nothing was printed: the thread ended with ${code}`);
    });
    const [pdf] = (await Promise.race([answer, end])) as [Uint8Array<ArrayBuffer>];
    return Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  } finally {
    settled.abort();
  }
}
