import { api } from '@keydesk/shared/api';
import { deskSettingsOf } from '@keydesk/shared/campus/settings';
import { AppError, type ErrorCode } from '@keydesk/shared/core/errors';
import { deskRoles } from '@keydesk/shared/http/roles';
import type { User } from '@keydesk/shared/people/user';
import { t as answer } from '@keydesk/shared/texts/en/answers';
import type { Config } from '../../config/config.ts';
import type { ActionLimits } from '../../core/action-limits.ts';
import { countAudit, recordAudit } from '../../core/audit/record.ts';
import { sendCsv } from '../../core/files/csv.ts';
import { runOnce } from '../../core/jobs.ts';
import type { Publisher } from '../../core/live/publisher.ts';
import { notify } from '../../core/messages/notify.ts';
import { type AddRoutes, defineRoute, success } from '../../http/define-route.ts';
import { accessPolicyOf } from '../access/index.ts';
import type { CurrentCampus, CurrentSettings } from '../campus/index.ts';
import type { WatchedDue } from '../due/index.ts';
import { createCardHash, listUserIdsByRole } from '../people/index.ts';
import { issueCode, listWaitingCodes } from './codes.ts';
import { closeCount, readResult, reportUnseen, sayHere, sendHome } from './count-result.ts';
import { abandonCount, beginCount, listCounts, removeScan, scanForCount } from './counts.ts';
import { collectKey, returnDirectly, takeDirectly } from './direct.ts';
import { listDisputes, raiseDispute } from './disputes.ts';
import { issueDutyCode } from './duty-codes.ts';
import { scanRequest } from './hand-out.ts';
import { exportIncidents, listIncidents, listIncidentsOfKey, reportKey } from './incidents.ts';
import { type LendDeps, lendKey } from './lend.ts';
import { openPaperPeriod } from './outages.ts';
import { enterPaper } from './paper.ts';
import { resolveCode } from './resolve-code.ts';
import { resolveIncident } from './resolve-incident.ts';
import { settleDispute } from './settle-dispute.ts';
import { batchReturn, scanReturn } from './take-back.ts';
import { deskUserOf, type HandoverDeps } from './transaction.ts';
import { undoHandover } from './undo.ts';
import { decidePaper, listPaper } from './waiting-paper.ts';
import { findWaiters, listWaits, stopWaiting, waitForKey, waitingFor } from './waits.ts';

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
  defineRoute(app, routes, api.waitingCodes, async () =>
    success({ data: { codes: await listWaitingCodes(db) } }),
  );
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

export const addIncidentRoutes: AddRoutes<{ due: WatchedDue; publisher: Publisher }> = (
  app,
  { db, due, publisher, routes },
) => {
  const deps = { db, due, publisher };

  defineRoute(app, routes, api.reportKey, async ({ params, body, principal }) => {
    const incident = await reportKey(deps, principal.user, params.id, body);
    return success({
      message: answer('key-reported', { ...incident, ...incident.key }),
      data: { incident },
    });
  });
  defineRoute(app, routes, api.incidentsOfKey, async ({ params }) =>
    success({ data: { incidents: await listIncidentsOfKey(db, params.id) } }),
  );
  defineRoute(app, routes, api.resolveIncident, async ({ params, body, principal }) => {
    const data = await resolveIncident(deps, deskUserOf(principal), params.id, body);
    return success({ message: answer('report-settled'), data });
  });
  defineRoute(app, routes, api.listIncidents, async ({ query }) =>
    success({ data: await listIncidents(db, query) }),
  );
  defineRoute(app, routes, api.exportIncidents, async ({ principal, query, reply }) => {
    const table = await exportIncidents(db, principal.user, due.calendar().timezone);
    return sendCsv(reply, { name: 'incidents', ...query }, table);
  });
};

export const addCountRoutes: AddRoutes<{
  campus: CurrentCampus;
  publisher: Publisher;
  settings: CurrentSettings;
}> = (app, { campus, db, publisher, routes, settings }) => {
  const deps = { db, publisher };

  defineRoute(app, routes, api.listCounts, async () =>
    success({ data: { counts: await listCounts(db) } }),
  );
  defineRoute(app, routes, api.beginCount, async ({ body, principal }) => {
    const { desks } = campus.current();
    const begun = await beginCount(db, deskUserOf(principal), body, desks);
    if (!begun.joined) publisher.countChanged(begun.count.id);
    return success({ data: begun });
  });
  defineRoute(app, routes, api.scanForCount, async ({ params, body, principal }) =>
    success({
      data: await scanForCount(
        { ...deps, keyIdTags: deskSettingsOf(settings.current()).keyIdTags },
        deskUserOf(principal),
        params.id,
        body,
      ),
    }),
  );
  defineRoute(app, routes, api.removeScan, async ({ params, principal }) =>
    success({ data: { count: await removeScan(deps, deskUserOf(principal), params) } }),
  );
  defineRoute(app, routes, api.abandonCount, async ({ params, principal }) =>
    success({ data: { count: await abandonCount(deps, deskUserOf(principal), params.id) } }),
  );
  defineRoute(app, routes, api.closeCount, async ({ params, principal }) =>
    success({ data: await closeCount(deps, deskUserOf(principal), params.id) }),
  );
  defineRoute(app, routes, api.countResult, async ({ params }) =>
    success({ data: await readResult(db, params.id) }),
  );
  defineRoute(app, routes, api.sendHome, async ({ params, body, principal }) => {
    const key = await sendHome(deps, deskUserOf(principal), params.id, body.keyId);
    return success({ message: answer('key-to-go-home', key), data: { key } });
  });
  defineRoute(app, routes, api.reportUnseen, async ({ params, principal }) => {
    const reported = await reportUnseen(deps, deskUserOf(principal), params.id);
    const message = answer('keys-reported', { count: reported });
    return success({ message, data: { reported } });
  });
  defineRoute(app, routes, api.sayHere, async ({ params, principal }) => {
    const key = await sayHere(deps, deskUserOf(principal), params.id);
    return success({ message: answer('key-here', key), data: { key } });
  });
};

export const addUndoRoutes: AddRoutes<{
  actionLimits: ActionLimits;
  campus: CurrentCampus;
  publisher: Publisher;
  timezone: () => string;
}> = (app, { actionLimits, campus, db, publisher, routes, timezone }) => {
  const deps = { actionLimits, db, publisher, timezone, desks: () => campus.current().desks };

  defineRoute(app, routes, api.undoHandover, async ({ params, body, principal }) => {
    const { key, message } = await undoHandover(deps, deskUserOf(principal), params.id, body);
    return success({ message, data: { key } });
  });
};

export const addLendRoutes: AddRoutes<{
  actionLimits: ActionLimits;
  campus: CurrentCampus;
  due: WatchedDue;
  publisher: Publisher;
  settings: CurrentSettings;
}> = (app, { actionLimits, campus, db, publisher, due, settings, routes }) => {
  const deskSettings = () => deskSettingsOf(settings.current());
  const deps: LendDeps = {
    db,
    publisher,
    hashCard: createCardHash(db),
    deskSettings,
    due,
    desks: () => campus.current().desks,
  };

  defineRoute(app, routes, api.lendKey, async ({ body, principal }) => {
    if ('cardText' in body) await actionLimits.count('lend-by-card', principal.sessionId);
    return lendKey(deps, deskUserOf(principal), body);
  });
  defineRoute(app, routes, api.deskSettings, async () => success({ data: deskSettings() }));
};

export const addPaperRoutes: AddRoutes<{
  due: WatchedDue;
  publisher: Publisher;
  settings: CurrentSettings;
}> = (app, { db, due, publisher, routes, settings }) => {
  const deps = { db, due, publisher, deskSettings: () => deskSettingsOf(settings.current()) };

  defineRoute(app, routes, api.enterPaper, async ({ body, principal }) =>
    success({ data: await enterPaper(deps, deskUserOf(principal), body) }),
  );
  defineRoute(app, routes, api.listPaper, async () => success({ data: await listPaper(db) }));
  defineRoute(app, routes, api.openPaperPeriod, async ({ body, principal }) => {
    await openPaperPeriod(db, principal.user, body);
    return success({ data: await listPaper(db) });
  });
  defineRoute(app, routes, api.decidePaper, async ({ params, body, principal }) => {
    await decidePaper(deps, principal.user, params.id, body.decision);
    return success({ data: await listPaper(db) });
  });
};

export const addDisputeRoutes: AddRoutes<{ due: WatchedDue; publisher: Publisher }> = (
  app,
  { db, due, publisher, routes },
) => {
  defineRoute(app, routes, api.disputeLoan, async ({ params, body, principal }) => {
    await raiseDispute({ db, due, publisher }, principal.user, params.id, body.handover);
    return success({
      message: answer('desk-notified'),
      data: { loanId: params.id },
    });
  });
  defineRoute(app, routes, api.settleDispute, async ({ params, body, principal }) => {
    const deps = { db, publisher, timezone: () => due.calendar().timezone };
    const dispute = await settleDispute(deps, deskUserOf(principal), params.id, body);
    return success({ message: answer('dispute-settled'), data: { dispute } });
  });
  defineRoute(app, routes, api.keyDisputes, async ({ params }) =>
    success({ data: { disputes: await listDisputes(db, { keyId: params.id }) } }),
  );
};

export const addWaitRoutes: AddRoutes = (app, { db, routes }) => {
  defineRoute(app, routes, api.ownWaits, async ({ principal }) =>
    success({ data: { waits: await listWaits(db, principal.user.id) } }),
  );
  defineRoute(app, routes, api.waitsOfKey, async ({ params }) =>
    success({ data: waitingFor(params.id, await findWaiters(db, [params.id])) }),
  );
  defineRoute(app, routes, api.waitForKey, async ({ params, principal }) =>
    success({ data: { wait: await waitForKey(db, principal.user, params.id) } }),
  );
  defineRoute(app, routes, api.stopWaiting, async ({ params, principal }) => {
    await stopWaiting(db, principal.user, params.id);
    return success({ data: { keyId: params.id } });
  });
};

/** Errors that an honest mistake rarely causes. */
const suspiciousCodes: readonly ErrorCode[] = ['QR_FORGED', 'QR_NOT_ISSUED', 'QR_USED'];

/** Number of refused codes per window that raises an alert; at most one alert per window. */
const alertThreshold = 5;
const windowMs = 600_000;

/** Runs a scan, audits a suspicious refusal, and alerts security and admins about many of them. */
type RefusedScanMonitor = <T>(desk: User, scan: () => Promise<T>) => Promise<T>;

function createRefusedScanMonitor(deps: HandoverDeps): RefusedScanMonitor {
  /** The window whose alert has been sent, by this or another process. */
  let alertedWindow = 0;

  const recordRefusal = async (desk: User, refused: AppError): Promise<void> => {
    const details = { code: refused.code, message: refused.messageIn('en') };
    await recordAudit(deps.db, { action: 'scan-refused', actorId: desk.id, details });
    const now = new Date();
    const window = windowStart(now);
    if (window.getTime() === alertedWindow) return;
    const since = new Date(now.getTime() - windowMs);
    const count = await countAudit(deps.db, 'scan-refused', since);
    if (count < alertThreshold) return;
    await raiseAlert(deps, window, count);
    alertedWindow = window.getTime();
  };

  return async (desk, scan) => {
    try {
      return await scan();
    } catch (error) {
      if (error instanceof AppError && suspiciousCodes.includes(error.code))
        await recordRefusal(desk, error);
      throw error;
    }
  };
}

function windowStart(now: Date): Date {
  return new Date(Math.floor(now.getTime() / windowMs) * windowMs);
}

async function raiseAlert(
  { db, publisher }: HandoverDeps,
  window: Date,
  count: number,
): Promise<void> {
  const deliveries = await runOnce(db, 'refused-codes', window, async (tx) => {
    const userIds = await listUserIdsByRole(tx, deskRoles);
    return notify(
      tx,
      userIds.map((userId) => ({ userId, template: 'codes-refused', facts: { count } })),
    );
  });
  if (deliveries) publisher.notified(deliveries);
}
