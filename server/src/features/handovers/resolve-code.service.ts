import { refusal } from '@keydesk/shared/errors';
import type { ScanShape } from '@keydesk/shared/handovers/scan-shape';
import type { User } from '@keydesk/shared/users/user';
import type { HandoverDeps } from './handover-deps.ts';
import { checkLegacyTimestamp, findIssued, mayUse } from './issued-code.ts';
import { readScan } from './scan.ts';
import { shapeOfIssued } from './use-code.ts';

export type ResolvedCode = {
  shape: ScanShape;
  keyIds: string[];
  userId: string | null;
  attested: boolean;
};

/** What a scanned code is, refused as its use would be; changes nothing. */
export const resolveCode = async (
  deps: HandoverDeps,
  desk: User,
  qrData: unknown,
): Promise<ResolvedCode> => {
  const scan = readScan(qrData);
  const found = await findIssued(deps.db, scan);
  if (found) {
    mayUse(found, scan, desk.id);
    return {
      shape: shapeOfIssued(found),
      keyIds: found.key_ids,
      userId: found.user_id,
      attested: true,
    };
  }
  const { claimed } = scan;
  if (!claimed) throw refusal('QR_NOT_ISSUED');
  checkLegacyTimestamp(claimed, new Date(), deps.validitySeconds);
  if (claimed.shape !== 'return' && !deps.acceptsLegacyQr) throw refusal('QR_NOT_ISSUED');
  const { shape, keyIds, userId } = claimed;
  return { shape, keyIds: [...keyIds], userId, attested: false };
};
