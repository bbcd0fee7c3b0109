import { api } from '@keydesk/shared/api';
import { eq } from 'drizzle-orm';
import type { Database } from '../src/db/client.ts';
import { loans } from '../src/db/tables.ts';
import type { Visitor } from './visitor.ts';

/** Issues a request code to this person. */
export const requestCode = async (holder: Visitor, keyId: string) =>
  (await holder.get(api.issueCode, { body: { type: 'key-request', keyId } })).data;

export const returnCode = async (holder: Visitor, keyId: string) =>
  (await holder.get(api.issueCode, { body: { type: 'key-return', keyId } })).data;

export const batchCode = async (returner: Visitor, keyIds: readonly string[]) =>
  (await returner.get(api.issueCode, { body: { type: 'batch-return', keyIds } })).data;

/** Hands a key to this person at this desk, by code; answers with the key as it is then. */
export const giveKey = async (desk: Visitor, holder: Visitor, keyId: string) => {
  const { qrText } = await requestCode(holder, keyId);
  return (await desk.get(api.scanRequest, { body: { qrData: qrText } })).data.key;
};

/** Every loan of a key, oldest first. */
export const loansOf = (db: Database, keyId: string) =>
  db.orm.select().from(loans).where(eq(loans.keyId, keyId)).orderBy(loans.takenAt);
