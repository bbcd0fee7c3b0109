import { api } from '@keydesk/shared/api';
import type { AddRoutes } from '../../app-deps.ts';
import { defineRoute } from '../../http/define-route.ts';
import { success } from '../../http/success.ts';
import { batchReturn } from './batch-return.service.ts';
import { issueCode } from './codes.service.ts';
import { collect, returnDirectly, takeDirectly } from './direct.service.ts';
import type { HandoverDeps } from './handover-deps.ts';
import { createRefusalWatch } from './refused-scans.service.ts';
import { resolveCode } from './resolve-code.service.ts';
import { scanRequest } from './scan-request.service.ts';
import { scanReturn } from './scan-return.service.ts';

export const addHandoverRoutes: AddRoutes = (app, { db, publisher, config, routes }) => {
  const deps: HandoverDeps = {
    db,
    publisher,
    validitySeconds: config.qrValiditySeconds,
    acceptsLegacyQr: config.acceptsLegacyQr,
    selfService: config.selfService,
  };
  const watched = createRefusalWatch(deps);
  const policy = { validitySeconds: config.qrValiditySeconds, format: config.qrFormat };

  defineRoute(app, routes, api.issueCode, async ({ body, principal }) =>
    success({
      data: await issueCode(db, principal, body, policy),
    }),
  );
  defineRoute(app, routes, api.resolveCode, async ({ body, principal }) =>
    success({
      data: await watched(principal.user, () => resolveCode(deps, principal.user, body.qrData)),
    }),
  );
  defineRoute(app, routes, api.scanRequest, ({ body, principal }) =>
    watched(principal.user, () => scanRequest(deps, principal.user, body.qrData)),
  );
  defineRoute(app, routes, api.scanReturn, ({ body, principal }) =>
    watched(principal.user, () => scanReturn(deps, principal.user, body)),
  );
  defineRoute(app, routes, api.batchReturn, ({ body, principal }) =>
    watched(principal.user, () => batchReturn(deps, principal.user, body.qrData)),
  );
  defineRoute(app, routes, api.takeKey, ({ params, principal }) =>
    takeDirectly(deps, principal.user, params.id),
  );
  defineRoute(app, routes, api.returnKey, ({ params, principal }) =>
    returnDirectly(deps, principal.user, params.id),
  );
  defineRoute(app, routes, api.collectKey, ({ params, body, principal }) =>
    collect(deps, principal.user, {
      keyId: params.id,
      shownLoanId: body.loanId,
      reason: body.reason,
    }),
  );
};
