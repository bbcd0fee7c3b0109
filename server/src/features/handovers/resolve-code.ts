import { appError } from '@keydesk/shared/errors';
import type { ScanShape } from '@keydesk/shared/handovers/qr-payload';
import type { Key } from '@keydesk/shared/keys/key';
import type { User, UserDetails } from '@keydesk/shared/users/user';
import { findKeys, presentKey } from '../keys/index.ts';
import { findPersonDetails } from '../users/index.ts';
import { checkLegacyTimestamp, findIssuedCode, isFirstUse, parseScan, type Scan } from './codes.ts';
import { tellOwner } from './tell-owner.ts';
import { type HandoverDeps, shapeOfIssued } from './transaction.ts';

type ResolvedCode = {
  shape: ScanShape;
  keyIds: string[];
  userId: string | null;
  attested: boolean;
  repeated?: true | undefined;
};

type ResolvedReturn = ResolvedCode & { key?: Key | null; user?: UserDetails | null };

/**
 * Says what a scanned code is, with the same refusals as using it; changes nothing. Of a return code
 * it also shows the key and the person, which the desk confirms next.
 */
export async function resolveCode(
  deps: HandoverDeps,
  desk: User,
  qrData: unknown,
): Promise<ResolvedReturn> {
  const resolved = await identifyCode(deps, desk, parseScan(qrData));
  const { shape, keyIds, userId } = resolved;
  if (shape !== 'return') return resolved;
  const [[row], user] = await Promise.all([
    findKeys(deps.db, keyIds),
    userId ? findPersonDetails(deps.db, userId) : null,
  ]);
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
      tellOwner(deps.publisher, found, scan, error);
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
