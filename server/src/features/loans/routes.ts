import { api } from '@keydesk/shared/api';
import { AppError, type ErrorCode } from '@keydesk/shared/core/errors';
import { deskRoles } from '@keydesk/shared/http/roles';
import type { User } from '@keydesk/shared/people/user';
import { t as answer } from '@keydesk/shared/texts/en/answers';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../../config/config.ts';
import { countAudit, recordAudit } from '../../core/audit/record.ts';
import { sendCsv } from '../../core/files/csv.ts';
import { runOnce } from '../../core/jobs.ts';
import { notify } from '../../core/messages/notify.ts';
import type { AddRoutes } from '../../http/define-route.ts';
import { accessPolicyOf } from '../access/index.ts';
import type { WatchedDue } from '../due/index.ts';
import { listUserIdsByRole } from '../people/index.ts';
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
import { type UndoDeps, undoHandover } from './undo.ts';
import { decidePaper, listPaper } from './waiting-paper.ts';
import { findWaiters, listWaits, stopWaiting, waitForKey, waitingFor } from './waits.ts';

type LoanDeps = LendDeps &
  UndoDeps & {
    config: Pick<Config, 'qrValiditySeconds' | 'qrFormat' | 'acceptsLegacyQr' | 'selfService'>;
    due: WatchedDue;
    log: FastifyBaseLogger;
  };

export const addLoanRoutes: AddRoutes<LoanDeps> = (serve, deps) => {
  const { actionLimits, config, db, deskSettings, desks, due, log, publisher } = deps;
  const handover: HandoverDeps = {
    ...deps,
    validitySeconds: config.qrValiditySeconds,
    acceptsLegacyQr: config.acceptsLegacyQr,
    selfService: config.selfService,
  };
  const monitor = createRefusedScanMonitor(deps);
  const policy = {
    validitySeconds: config.qrValiditySeconds,
    format: config.qrFormat,
    due,
    access: () => accessPolicyOf(deps),
  };

  serve(api.issueCode, async ({ body, principal }) => {
    if (body.type === 'duty')
      return { data: await issueDutyCode(db, principal, policy.validitySeconds) };
    const issued = await issueCode(db, principal, body, policy);
    publisher.codeIssued({
      type: body.type,
      userId: principal.user.id,
      personName: principal.user.name,
      keyIds: body.type === 'batch-return' ? body.keyIds : [body.keyId],
      expiresAt: issued.expiresAt,
    });
    return { data: issued };
  });
  serve(api.waitingCodes, async () => ({ data: { codes: await listWaitingCodes(db) } }));
  serve(api.resolveCode, async ({ body, principal }) => ({
    data: await monitor(principal.user, () =>
      resolveCode(handover, principal.user, body.qrData, log),
    ),
  }));
  serve(api.scanRequest, ({ body, principal }) =>
    monitor(principal.user, () => scanRequest(handover, deskUserOf(principal), body)),
  );
  serve(api.scanReturn, ({ body, principal }) =>
    monitor(principal.user, () => scanReturn(handover, deskUserOf(principal), body)),
  );
  serve(api.batchReturn, ({ body, principal }) =>
    monitor(principal.user, () => batchReturn(handover, deskUserOf(principal), body.qrData)),
  );
  serve(api.takeKey, ({ params, body, principal }) =>
    takeDirectly(handover, deskUserOf(principal), { keyId: params.id, ...body }),
  );
  serve(api.returnKey, ({ params, principal }) =>
    returnDirectly(handover, deskUserOf(principal), params.id),
  );
  serve(api.collectKey, ({ params, body, principal }) =>
    collectKey(handover, deskUserOf(principal), {
      keyId: params.id,
      shownLoanId: body.loanId,
      reason: body.reason,
      tag: body.tag,
    }),
  );

  serve(api.reportKey, async ({ params, body, principal }) => {
    const incident = await reportKey(deps, principal.user, params.id, body);
    return {
      message: answer('key-reported', { ...incident, ...incident.key }),
      data: { incident },
    };
  });
  serve(api.incidentsOfKey, async ({ params }) => ({
    data: { incidents: await listIncidentsOfKey(db, params.id) },
  }));
  serve(api.resolveIncident, async ({ params, body, principal }) => {
    const data = await resolveIncident(deps, deskUserOf(principal), params.id, body);
    return { message: answer('report-settled'), data };
  });
  serve(api.listIncidents, async ({ query }) => ({ data: await listIncidents(db, query) }));
  serve(api.exportIncidents, async ({ principal, query, reply }) => {
    const table = await exportIncidents(db, principal.user, due.calendar().timezone);
    return sendCsv(reply, { name: 'incidents', ...query }, table);
  });

  serve(api.listCounts, async () => ({ data: { counts: await listCounts(db) } }));
  serve(api.beginCount, async ({ body, principal }) => {
    const begun = await beginCount(db, deskUserOf(principal), body, desks());
    if (!begun.joined) publisher.countChanged(begun.count.id);
    return { data: begun };
  });
  serve(api.scanForCount, async ({ params, body, principal }) => ({
    data: await scanForCount(
      { ...deps, keyIdTags: deskSettings().keyIdTags },
      deskUserOf(principal),
      params.id,
      body,
    ),
  }));
  serve(api.removeScan, async ({ params, principal }) => ({
    data: { count: await removeScan(deps, deskUserOf(principal), params) },
  }));
  serve(api.abandonCount, async ({ params, principal }) => ({
    data: { count: await abandonCount(deps, deskUserOf(principal), params.id) },
  }));
  serve(api.closeCount, async ({ params, principal }) => ({
    data: await closeCount(deps, deskUserOf(principal), params.id),
  }));
  serve(api.countResult, async ({ params }) => ({ data: await readResult(db, params.id) }));
  serve(api.sendHome, async ({ params, body, principal }) => {
    const key = await sendHome(deps, deskUserOf(principal), params.id, body.keyId);
    return { message: answer('key-to-go-home', key), data: { key } };
  });
  serve(api.reportUnseen, async ({ params, principal }) => {
    const reported = await reportUnseen(deps, deskUserOf(principal), params.id);
    const message = answer('keys-reported', { count: reported });
    return { message, data: { reported } };
  });
  serve(api.sayHere, async ({ params, principal }) => {
    const key = await sayHere(deps, deskUserOf(principal), params.id);
    return { message: answer('key-here', key), data: { key } };
  });

  serve(api.undoHandover, async ({ params, body, principal }) => {
    const { key, message } = await undoHandover(deps, deskUserOf(principal), params.id, body);
    return { message, data: { key } };
  });

  serve(api.lendKey, async ({ body, principal }) => {
    if ('cardText' in body) await actionLimits.count('lend-by-card', principal.sessionId);
    return lendKey(deps, deskUserOf(principal), body);
  });
  serve(api.deskSettings, async () => ({ data: deskSettings() }));

  serve(api.enterPaper, async ({ body, principal }) => ({
    data: await enterPaper(deps, deskUserOf(principal), body),
  }));
  serve(api.listPaper, async () => ({ data: await listPaper(db) }));
  serve(api.openPaperPeriod, async ({ body, principal }) => {
    await openPaperPeriod(db, principal.user, body);
    return { data: await listPaper(db) };
  });
  serve(api.decidePaper, async ({ params, body, principal }) => {
    await decidePaper(deps, principal.user, params.id, body.decision);
    return { data: await listPaper(db) };
  });

  serve(api.disputeLoan, async ({ params, body, principal }) => {
    await raiseDispute(deps, principal.user, params.id, body.handover);
    return { message: answer('desk-notified'), data: { loanId: params.id } };
  });
  serve(api.settleDispute, async ({ params, body, principal }) => {
    const dispute = await settleDispute(deps, deskUserOf(principal), params.id, body);
    return { message: answer('dispute-settled'), data: { dispute } };
  });
  serve(api.keyDisputes, async ({ params }) => ({
    data: { disputes: await listDisputes(db, { keyId: params.id }) },
  }));

  serve(api.ownWaits, async ({ principal }) => ({
    data: { waits: await listWaits(db, principal.user.id) },
  }));
  serve(api.waitsOfKey, async ({ params }) => ({
    data: waitingFor(params.id, await findWaiters(db, [params.id])),
  }));
  serve(api.waitForKey, async ({ params, principal }) => ({
    data: { wait: await waitForKey(db, principal.user, params.id) },
  }));
  serve(api.stopWaiting, async ({ params, principal }) => {
    await stopWaiting(db, principal.user, params.id);
    return { data: { keyId: params.id } };
  });
};

/** Errors that an honest mistake rarely causes. */
const suspiciousCodes: readonly ErrorCode[] = ['QR_FORGED', 'QR_NOT_ISSUED', 'QR_USED'];

/** Number of refused codes per window that raises an alert; at most one alert per window. */
const alertThreshold = 5;
const windowMs = 600_000;

/** Runs a scan, audits a suspicious refusal, and alerts security and admins about many of them. */
type RefusedScanMonitor = <T>(desk: User, scan: () => Promise<T>) => Promise<T>;

type MonitorDeps = Pick<HandoverDeps, 'db' | 'publisher'>;

function createRefusedScanMonitor(deps: MonitorDeps): RefusedScanMonitor {
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
  { db, publisher }: MonitorDeps,
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
