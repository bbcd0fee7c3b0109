import { api } from '@keydesk/shared/api';
import { deskSettingsOf } from '@keydesk/shared/settings/security-settings';
import type { Config } from '../../config.ts';
import type { AddRoutes } from '../../platform/http/define-route.ts';
import { defineRoute, success } from '../../platform/http/define-route.ts';
import type { Publisher } from '../../realtime/publisher.ts';
import { accessPolicyOf } from '../access/index.ts';
import type { CurrentCampus } from '../campus/current-campus.ts';
import type { WatchedDue } from '../due/current-due.ts';
import type { CurrentSettings } from '../settings/current-settings.ts';
import { batchReturn } from './batch-return.ts';
import { issueCode } from './codes.ts';
import { collectKey, returnDirectly, takeDirectly } from './direct.ts';
import { issueDutyCode } from './duty-codes.ts';
import { scanRequest } from './hand-out.ts';
import { createRefusedScanMonitor } from './refused-scans.ts';
import { resolveCode } from './resolve-code.ts';
import { scanReturn } from './take-back.ts';
import { deskUserOf, type HandoverDeps } from './transaction.ts';

/** The routes of handovers: issue a code, read it, hand over with it or without. */
export const addHandoverRoutes: AddRoutes<{
  campus: CurrentCampus;
  config: Pick<Config, 'qrValiditySeconds' | 'qrFormat' | 'acceptsLegacyQr' | 'selfService'>;
  due: WatchedDue;
  publisher: Publisher;
  settings: CurrentSettings;
}> = (app, { campus, db, due, publisher, config, routes, settings }) => {
  const deps: HandoverDeps = {
    db,
    publisher,
    due,
    validitySeconds: config.qrValiditySeconds,
    acceptsLegacyQr: config.acceptsLegacyQr,
    selfService: config.selfService,
    deskSettings: () => deskSettingsOf(settings.current()),
    desks: () => campus.current().desks,
  };
  const monitor = createRefusedScanMonitor(deps);
  const policy = {
    validitySeconds: config.qrValiditySeconds,
    format: config.qrFormat,
    due,
    access: () => accessPolicyOf(deps),
  };

  defineRoute(app, routes, api.issueCode, async ({ body, principal }) => {
    if (body.type === 'duty')
      return success({ data: await issueDutyCode(db, principal, policy.validitySeconds) });
    const issued = await issueCode(db, principal, body, policy);
    publisher.codeIssued({
      type: body.type,
      userId: principal.user.id,
      personName: principal.user.name,
      keyIds: body.type === 'batch-return' ? body.keyIds : [body.keyId],
      expiresAt: issued.expiresAt,
    });
    return success({ data: issued });
  });
  defineRoute(app, routes, api.resolveCode, async ({ body, principal }) =>
    success({
      data: await monitor(principal.user, () =>
        resolveCode(deps, principal.user, body.qrData, app.log),
      ),
    }),
  );
  defineRoute(app, routes, api.scanRequest, ({ body, principal }) =>
    monitor(principal.user, () => scanRequest(deps, deskUserOf(principal), body)),
  );
  defineRoute(app, routes, api.scanReturn, ({ body, principal }) =>
    monitor(principal.user, () => scanReturn(deps, deskUserOf(principal), body)),
  );
  defineRoute(app, routes, api.batchReturn, ({ body, principal }) =>
    monitor(principal.user, () => batchReturn(deps, deskUserOf(principal), body.qrData)),
  );
  defineRoute(app, routes, api.takeKey, ({ params, body, principal }) =>
    takeDirectly(deps, deskUserOf(principal), { keyId: params.id, ...body }),
  );
  defineRoute(app, routes, api.returnKey, ({ params, principal }) =>
    returnDirectly(deps, deskUserOf(principal), params.id),
  );
  defineRoute(app, routes, api.collectKey, ({ params, body, principal }) =>
    collectKey(deps, deskUserOf(principal), {
      keyId: params.id,
      shownLoanId: body.loanId,
      reason: body.reason,
      tag: body.tag,
    }),
  );
};
