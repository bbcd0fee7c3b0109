import type { api } from '@keydesk/shared/api';
import { appError } from '@keydesk/shared/core/errors';
import type { User } from '@keydesk/shared/people/user';
import type { FastifyBaseLogger } from 'fastify';
import type { z } from 'zod';
import { findKeys, presentKey } from '../keys/index.ts';
import { findPersonDetails } from '../people/index.ts';
import { checkLegacyTimestamp, findIssuedCode, isFirstUse, parseScan, type Scan } from './codes.ts';
import { type HandoverDeps, notifyCodeHolder, shapeOfIssued } from './transaction.ts';

type ResolvedCode = z.infer<typeof api.resolveCode.response>['data'];

/**
 * Reads a scanned code without changing anything, with the same refusals as using it. For a return
 * code it includes the key and the person, which the desk confirms next; null for an unreadable
 * code.
 */
export async function resolveCode(
  deps: HandoverDeps,
  desk: User,
  qrData: unknown,
  log: FastifyBaseLogger,
): Promise<ResolvedCode> {
  const resolved = await identifyCode(deps, desk, parseScan(qrData));
  const { shape, keyIds, userId } = resolved;
  if (shape !== 'return') return resolved;
  // The code is still valid, and the desk can confirm it without details.
  const unlessFailed = <T>(details: Promise<T>) =>
    details.catch((error: unknown) => {
      log.error({ err: error }, 'details of a return code');
      return null;
    });
  const [rows, user] = await Promise.all([
    unlessFailed(findKeys(deps.db, keyIds)),
    userId ? unlessFailed(findPersonDetails(deps.db, userId)) : null,
  ]);
  const row = rows?.[0];
  return { ...resolved, key: row && !row.deletedAt ? presentKey(row, 'desk') : null, user };
}

async function identifyCode(deps: HandoverDeps, desk: User, scan: Scan): Promise<ResolvedCode> {
  const found = await findIssuedCode(deps.db, scan);
  if (found) {
    const keys = found.used_at ? await findKeys(deps.db, found.key_ids) : [];
    try {
      const first = isFirstUse(found, scan, { scannerId: desk.id, keys });
      return {
        shape: shapeOfIssued(found),
        keyIds: found.key_ids,
        userId: found.user_id,
        attested: found.session_id !== null,
        ...(!first && { repeated: true }),
      };
    } catch (error) {
      notifyCodeHolder(deps.publisher, found, scan, error);
      throw error;
    }
  }
  const { claimed } = scan;
  if (!claimed) throw appError('QR_NOT_ISSUED');
  checkLegacyTimestamp(claimed, new Date(), deps.validitySeconds);
  if (claimed.shape !== 'return' && !deps.acceptsLegacyQr) throw appError('QR_NOT_ISSUED');
  const { shape, keyIds, userId } = claimed;
  return { shape, keyIds: [...keyIds], userId, attested: false };
}
