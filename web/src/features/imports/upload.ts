import type { ImportResult, NamedEntry } from '@keydesk/shared/imports/routes';
import { call } from '../../lib/api.ts';
import { type ImportKind, importKinds } from './import-kinds.ts';

type UploadOptions = {
  dryRun: boolean;
  /** Entries to add to the lists of the campus. */
  create?: NamedEntry[];
  signal?: AbortSignal;
};

/** Imports a whole file, all rows or none; a dry run only says what would change. */
export async function importFile(
  kind: ImportKind,
  text: string,
  { dryRun, create = [], signal }: UploadOptions,
): Promise<ImportResult> {
  const { data } = await call(importKinds[kind].importRow, {
    body: { text, dryRun, create },
    ...(signal && { signal }),
  });
  return data.result;
}
