import { speak } from '@keydesk/shared/texts/translator';
import { expect, onTestFinished, test } from 'vitest';
import { printInThread } from './print-in-thread.ts';

/** Says in which thread it runs, and fails or never ends when it is told to. */
const printer = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { threadId } from 'node:worker_threads';
    export async function print(content, { language }) {
      if (content === 'language') return Buffer.from(language);
      if (content === 'fail') throw new Error('Paper jam');
      if (content === 'wait') await new Promise(() => setInterval(() => undefined, 1_000));
      return Buffer.from(String(threadId));
    }
  `)}`,
);

async function print(content: string, signal = new AbortController().signal) {
  return String(await printInThread(printer, { content, extraFonts: [] }, signal));
}

test('a thread prints one file after the other, and two files at once take two', async () => {
  const first = await print('file');
  expect(await print('file')).toBe(first);
  expect(new Set(await Promise.all([print('file'), print('file')])).size).toBe(2);
});

test('a file is in the language in which it was asked for', async () => {
  onTestFinished(() => speak('en'));
  for (const language of ['te', 'ur', 'en']) {
    speak(language);
    expect(await print('language')).toBe(language);
  }
});

test('a file that fails or is given up takes its thread along, and the next one is printed', async () => {
  await expect(print('fail')).rejects.toThrow('Paper jam');
  const before = await print('file');
  const leaving = new AbortController();
  const waiting = print('wait', leaving.signal);
  leaving.abort(new Error('Left'));
  await expect(waiting).rejects.toThrow();
  expect(await print('file')).not.toBe(before);
});
