import { refusal } from '@keydesk/shared/errors';
import type { Connection } from '../../db/client.ts';
import { printInThread } from '../../pdf/print-in-thread.ts';
import { readActiveKeys, readKeys } from '../keys/keys.service.ts';
import type { Tag } from './tag-sheet.ts';

const printer = new URL('./print-tags.ts', import.meta.url);

/** One file holds as many tags as one call may name keys. */
const maxTags = 1_000;

const byNumber = new Intl.Collator('en', { numeric: true }).compare;

/** A PDF file with a tag for each of these keys, or for all, in order of number. */
export const keyTags = async (
  db: Connection,
  productName: string,
  keyIds: readonly string[] | undefined,
): Promise<Buffer> => {
  const rows = keyIds ? await readKeys(db, [...new Set(keyIds)]) : await readActiveKeys(db);
  const tags = rows
    .filter((row) => row.deleted_at === null)
    .map((row): Tag => ({ keyId: row.id, keyNumber: row.key_number, keyName: row.key_name }))
    .sort((a, b) => byNumber(a.keyNumber, b.keyNumber));
  if (tags.length === 0) throw refusal('KEY_NOT_FOUND');
  if (tags.length > maxTags)
    throw refusal('BAD_INPUT', 'At most 1,000 tags fit one file. Please filter the keys first.');
  return printInThread(printer, { productName, tags });
};
