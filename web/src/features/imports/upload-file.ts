import type { ImportResult } from '@keydesk/shared/imports/imports.routes';
import { call } from '../../lib/api-client.ts';
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
    const { data } = await call(importKinds[kind].importRow, { body, signal });
    if (data.result) return data.result;
    onProgress((part + 1) / slices.length);
  }
  throw new Error('The file was not received as a whole. Please try again.');
};
