import { api } from '@keydesk/shared/api';
import { appError } from '@keydesk/shared/errors';
import type { ScanShape } from '@keydesk/shared/handovers/qr-payload';
import type { User } from '@keydesk/shared/users/user';
import type { AddRoutes } from '../../app-deps.ts';
import { defineRoute, success } from '../../platform/http/define-route.ts';
import { batchReturn } from './batch-return.ts';
import { checkLegacyTimestamp, findIssuedCode, isFirstUse, issueCode, parseScan } from './codes.ts';
import { collectKey, returnDirectly, takeDirectly } from './direct.ts';
import { scanRequest } from './hand-out.ts';
import { createRefusedScanMonitor } from './refused-scans.ts';
import { scanReturn } from './take-back.ts';
import { tellOwner } from './tell-owner.ts';
import { type HandoverDeps, shapeOfIssued } from './transaction.ts';

/** The routes of handovers: issue a code, read it, hand over with it or without. */
export const addHandoverRoutes: AddRoutes = (app, { db, publisher, config, routes }) => {
  const deps: HandoverDeps = {
    db,
    publisher,
    validitySeconds: config.qrValiditySeconds,
    acceptsLegacyQr: config.acceptsLegacyQr,
    selfService: config.selfService,
  };
  const monitor = createRefusedScanMonitor(deps);
  const policy = { validitySeconds: config.qrValiditySeconds, format: config.qrFormat };

  defineRoute(app, routes, api.issueCode, async ({ body, principal }) =>
    success({
      data: await issueCode(db, principal, body, policy),
    }),
  );
  defineRoute(app, routes, api.resolveCode, async ({ body, principal }) =>
    success({
      data: await monitor(principal.user, () => resolveCode(deps, principal.user, body.qrData)),
    }),
  );
  defineRoute(app, routes, api.scanRequest, ({ body, principal }) =>
    monitor(principal.user, () => scanRequest(deps, principal.user, body.qrData)),
  );
  defineRoute(app, routes, api.scanReturn, ({ body, principal }) =>
    monitor(principal.user, () => scanReturn(deps, principal.user, body)),
  );
  defineRoute(app, routes, api.batchReturn, ({ body, principal }) =>
    monitor(principal.user, () => batchReturn(deps, principal.user, body.qrData)),
  );
  defineRoute(app, routes, api.takeKey, ({ params, principal }) =>
    takeDirectly(deps, principal.user, params.id),
  );
  defineRoute(app, routes, api.returnKey, ({ params, principal }) =>
    returnDirectly(deps, principal.user, params.id),
  );
  defineRoute(app, routes, api.collectKey, ({ params, body, principal }) =>
    collectKey(deps, principal.user, {
      keyId: params.id,
      shownLoanId: body.loanId,
      reason: body.reason,
    }),
  );
};

type ResolvedCode = {
  shape: ScanShape;
  keyIds: string[];
  userId: string | null;
  attested: boolean;
};

/** Says what a scanned code is, with the same refusals as using it; changes nothing. */
async function resolveCode(deps: HandoverDeps, desk: User, qrData: unknown): Promise<ResolvedCode> {
  const scan = parseScan(qrData);
  const found = await findIssuedCode(deps.db, scan);
  if (found) {
    try {
      isFirstUse(found, scan, desk.id);
    } catch (error) {
      tellOwner(deps.publisher, found, scan, error);
      throw error;
    }
    return {
      shape: shapeOfIssued(found),
      keyIds: found.key_ids,
      userId: found.user_id,
      attested: true,
    };
  }
  const { claimed } = scan;
  if (!claimed) throw appError('QR_NOT_ISSUED');
  checkLegacyTimestamp(claimed, new Date(), deps.validitySeconds);
  if (claimed.shape !== 'return' && !deps.acceptsLegacyQr) throw appError('QR_NOT_ISSUED');
  const { shape, keyIds, userId } = claimed;
  return { shape, keyIds: [...keyIds], userId, attested: false };
}
