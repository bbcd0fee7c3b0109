import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { api } from '@keydesk/shared/api';
import type { LoggedHandover } from '@keydesk/shared/duty/handover-log';
import { appError } from '@keydesk/shared/errors';
import type { AddRoutes } from '../../platform/http/define-route.ts';
import { defineRoute, success } from '../../platform/http/define-route.ts';
import { abortOnDisconnect } from '../../platform/http/error-handler.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { WorkQueue } from '../../work-queue.ts';
import type { WatchedDue } from '../due/current-due.ts';
import { readerOf } from '../keys/index.ts';
import { exportHandovers } from './export.ts';
import { type LogFilter, type LogRow, listHandovers } from './queries.ts';

type LogQuery = {
  from?: string | undefined;
  to?: string | undefined;
  before?: string | undefined;
  guard?: string | undefined;
};

/** The routes of the log of handovers. */
export const addHandoverLogRoutes: AddRoutes<{ due: WatchedDue; runQueued: WorkQueue }> = (
  app,
  { db, due, routes, runQueued },
) => {
  defineRoute(app, routes, api.listHandovers, async ({ query, principal }) => {
    requireDutyForPast(principal, query);
    const filter = toFilter(query);
    const rows = await listHandovers(db, filter, query.limit);
    const last = rows.at(-1);
    const hasMore =
      last !== undefined &&
      rows.length >= query.limit &&
      (await listHandovers(db, { ...filter, to: last.at }, 1)).length > 0;
    // Only the desk sees whose a disputed loan was said to be (`not-me`).
    const shown = rows.filter(({ disputed }) => !disputed || readerOf(principal) === 'desk');
    return success({ data: { handovers: shown.map(present), hasMore } });
  });
  defineRoute(app, routes, api.exportHandovers, async ({ query, principal, reply }) => {
    const { user } = principal;
    const lines = exportHandovers(db, user, toFilter(query), due.calendar().timezone);
    const signal = abortOnDisconnect(reply);
    await runQueued({ kind: 'handovers', userId: user.id, signal }, () => {
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="handovers.csv"')
        .send(Readable.from(lines));
      // Whoever leaves before its end wants it no more.
      return finished(reply.raw).catch(() => undefined);
    });
    return reply;
  });
};

/** What the page of a desk's computer shows while nobody is on duty there. */
const latest = 20;

/** Refuses more than the latest handovers to a computer by itself (`guard-on-duty`). */
function requireDutyForPast({ desk, duty }: Principal, query: LogQuery & { limit: number }): void {
  if (!desk || duty) return;
  const { limit, before, from, to, guard } = query;
  if (limit > latest || before || from || to || guard) throw appError('NOBODY_ON_DUTY');
}

function toFilter({ from, to, before, guard }: LogQuery): LogFilter {
  const ends = [to, before].filter((end) => end !== undefined).map((end) => new Date(end));
  return {
    from: from ? new Date(from) : null,
    to: ends.length > 0 ? new Date(Math.min(...ends.map(Number))) : null,
    guardId: guard ?? null,
  };
}

function present(row: LogRow): LoggedHandover {
  return {
    kind: row.kind,
    loanId: row.loan_id,
    at: row.at.toISOString(),
    key: {
      id: row.key_id,
      keyNumber: row.key_number,
      keyName: row.key_name,
      deskId: row.home_desk_id,
      hook: row.hook,
    },
    holder: { id: row.holder_id, name: row.holder_name },
    guard: { id: row.guard_id, name: row.guard_name },
    desk: row.desk_id ? { id: row.desk_id, name: row.desk_name ?? '' } : null,
    dutyId: row.duty_id,
    returnType: row.return_type,
    identifiedBy: row.identified_by,
    tagChecked: row.tag_checked,
  };
}
