import { refusal } from '@keydesk/shared/errors';
import { mostTagsInFile } from '@keydesk/shared/keys/key-tags.routes';
import type { Connection } from '../../db/client.ts';
import { printInThread } from '../../pdf/print-in-thread.ts';
import { readActiveKeys, readKeys } from '../keys/keys.service.ts';
import type { Tag } from './tag-sheet.ts';

const printer = new URL('./print-tags.ts', import.meta.url);

const tooMany = `At most ${mostTagsInFile.toLocaleString('en')} tags fit one file. Please filter the keys first.`;

const byNumber = new Intl.Collator('en', { numeric: true }).compare;

/** A PDF file with a tag for each of these keys, or for all, in order of number. */
export const keyTags = async (
  db: Connection,
  productName: string,
  keyIds: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<Buffer> => {
  const rows = keyIds ? await readKeys(db, [...new Set(keyIds)]) : await readActiveKeys(db);
  const tags = rows
    .filter((row) => row.deleted_at === null)
    .map((row): Tag => ({ keyId: row.id, keyNumber: row.key_number, keyName: row.key_name }))
    .sort((a, b) => byNumber(a.keyNumber, b.keyNumber));
  if (tags.length === 0) throw refusal('KEY_NOT_FOUND');
  if (tags.length > mostTagsInFile) throw refusal('BAD_INPUT', tooMany);
  return printInThread(printer, { productName, tags }, signal);
};
