import type { ImportResult } from '@keydesk/shared/imports/imports.routes';
import { call } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { type ImportKind, importKinds } from './import-kinds.ts';
import { sliceText } from './slice-text.ts';

export type UploadOptions = {
  dryRun: boolean;
  signal: AbortSignal;
  /** Hears how much of the file has been sent, from 0 to 1. */
  onProgress: (share: number) => void;
};

const newUploadId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

/** Sends a file slice by slice, in order, and answers with what the server made of it. */
export const uploadFile = async (
  kind: ImportKind,
  text: string,
  { dryRun, signal, onProgress }: UploadOptions,
): Promise<ImportResult> => {
  const uploadId = newUploadId();
  const slices = sliceText(text);
  for (const [part, slice] of slices.entries()) {
    const body = { uploadId, part, parts: slices.length, text: slice, dryRun };
    const { data } = await patiently(signal, () =>
      call(importKinds[kind].importRow, { body, signal }),
    );
    if (data.result) return data.result;
    onProgress((part + 1) / slices.length);
  }
  throw new Error('The file was not received as a whole. Please try again.');
};

/** A large file takes more requests than a person has in a minute, so it waits for the next. */
async function patiently<T>(signal: AbortSignal, send: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await send();
    } catch (cause) {
      const seconds = secondsToWait(cause);
      if (seconds === null) throw cause;
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
      signal.throwIfAborted();
    }
  }
}

function secondsToWait(cause: unknown): number | null {
  if (!(cause instanceof ApiError) || cause.status !== 429) return null;
  const { details } = cause;
  const said = typeof details === 'object' && details !== null && 'retryAfter' in details;
  return said && typeof details.retryAfter === 'number' ? details.retryAfter : null;
}
