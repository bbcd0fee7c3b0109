import type { ScanShape } from '@keydesk/shared/handovers/qr-payload';
import type { ScannedTag } from '@keydesk/shared/handovers/tag-check';
import type { UserDetails } from '@keydesk/shared/users/user';
import type { Transaction } from '../../platform/db/client.ts';
import { databaseNow } from '../../platform/db/now.ts';
import {
  type AccessPolicy,
  type GatheredAccess,
  gatherAccess,
  lockAccessForHandOut,
} from '../access/index.ts';
import { type KeyRow, lockAndReadKeys } from '../keys/index.ts';
import { lockPersonForShare } from '../users/index.ts';
import { findWaiters, findWaitersOfCode, type Waiter } from '../waits/index.ts';
import {
  findKeysOfCode,
  lockCode,
  lockKeysOfCode,
  type OwnedCodeRow,
  readScannedTag,
} from './queries.ts';

/**
 * What a handover is decided on: the locked keys in id order, the person concerned (null when they
 * are gone), the database's clock, read once the locks were held, the tag that was scanned, and of a
 * return who waits for the keys.
 */
export type HandoverContext = {
  keys: KeyRow[];
  person: UserDetails | null;
  now: Date;
  scannedTag?: ScannedTag | null;
  waiters?: readonly Waiter[];
};

/** Of a hand-out also what decides whether the person may take the key; null without key or person. */
export type HandOutContext = HandoverContext & { access: GatheredAccess | null };

export type CodeHandoverContext = HandOutContext & { code: OwnedCodeRow };

/** The same for a hand-out of one key (`rules-hold-at-once`). */
export async function loadForHandOut(
  tx: Transaction,
  { keyId, personId, tag }: { keyId: string; personId: string; tag?: string | undefined },
  policy: AccessPolicy,
): Promise<HandOutContext> {
  const [, context, access] = await Promise.all([
    lockAccessForHandOut(tx),
    loadForHandover(tx, [keyId], personId, tag),
    gatherAccess(tx, { keyId, personId }, policy),
  ]);
  return { ...context, access };
}

/** Locks and reads these keys and this person, and the tag; the statements are sent together. */
async function loadForHandover(
  tx: Transaction,
  keyIds: readonly string[],
  personId: string,
  tag?: string,
): Promise<HandoverContext> {
  const [keys, person, now, scannedTag] = await Promise.all([
    lockAndReadKeys(tx, keyIds),
    lockPersonForShare(tx, personId),
    databaseNow(tx),
    readScannedTag(tx, tag),
  ]);
  return { keys, person, now, scannedTag };
}

/** The same for a return, with who waits for the keys. */
export async function loadForReturn(
  tx: Transaction,
  keyIds: readonly string[],
  personId: string,
  tag?: string,
): Promise<HandoverContext> {
  const [context, waiters] = await Promise.all([
    loadForHandover(tx, keyIds, personId, tag),
    findWaiters(tx, keyIds),
  ]);
  return { ...context, waiters };
}

/**
 * Locks and reads the keys of an issued code, then the code and its owner; undefined when nothing
 * was issued under this secret. The keys' locks come first, as in every handover; before them only
 * that of access, which no return needs (`rules-hold-at-once`).
 */
export async function loadByCode(
  tx: Transaction,
  secretHash: Buffer,
  { tag, shape, policy }: { tag?: string | undefined; shape: ScanShape; policy: AccessPolicy },
): Promise<CodeHandoverContext | undefined> {
  const isHandOut = shape === 'request';
  const [, , code, keys, scannedTag, waiters, access] = await Promise.all([
    isHandOut && lockAccessForHandOut(tx),
    lockKeysOfCode(tx, secretHash),
    lockCode(tx, secretHash),
    findKeysOfCode(tx, secretHash),
    readScannedTag(tx, tag),
    isHandOut ? [] : findWaitersOfCode(tx, secretHash),
    isHandOut ? gatherAccess(tx, { codeHash: secretHash }, policy) : null,
  ]);
  const person = code ? ownerOf(code) : null;
  return code && { code, keys, person, now: code.now, scannedTag, waiters, access };
}

function ownerOf(row: OwnedCodeRow): UserDetails | null {
  return row.owner_closed
    ? null
    : {
        id: row.user_id,
        name: row.owner_name,
        email: row.owner_email,
        role: row.owner_role,
        department: row.owner_department as UserDetails['department'],
        facultyId: row.owner_faculty_id,
      };
}
