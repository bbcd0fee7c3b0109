import { api } from '@keydesk/shared/api';
import { overdueBands } from '@keydesk/shared/due/overdue-band';
import type { OverdueLoan } from '@keydesk/shared/due/overdue-routes';
import type { Connection } from '../../platform/db/client.ts';
import type { AddRoutes } from '../../platform/http/define-route.ts';
import { defineRoute, success } from '../../platform/http/define-route.ts';
import type { Publisher } from '../../realtime/publisher.ts';
import { findKeys, type KeyReader, type KeyRow, presentKey, readerOf } from '../keys/index.ts';
import { remindHolder } from '../notifications/remind-holder.ts';
import { countLateLoans, type LateLoan, listLateLoans } from './queries.ts';

/** The desk's list of keys that should be back, or soon. */
export const addOverdueRoutes: AddRoutes<{ publisher: Publisher }> = (
  app,
  { db, publisher, routes },
) => {
  defineRoute(app, routes, api.deskOverdue, async ({ principal }) => {
    const [loans, counts] = await Promise.all([
      readOverdue(db, readerOf(principal)),
      countLateLoans(db),
    ]);
    const { recalled, ...others } = counts;
    return success({ data: { loans, ...others, ...(recalled > 0 && { recalled }) } });
  });
  defineRoute(app, routes, api.remindHolder, async ({ params, principal }) => {
    return success({ data: await remindHolder({ db, publisher }, principal.user, params.id) });
  });
};

async function readOverdue(db: Connection, reader: KeyReader): Promise<OverdueLoan[]> {
  const loans = await listLateLoans(db);
  const keys = await findKeys(
    db,
    loans.map(({ keyId }) => keyId),
  );
  const rows = new Map(keys.map((row) => [row.id, row]));
  const shown = loans.flatMap((loan) => presentLoan(loan, rows.get(loan.keyId), reader));
  return overdueBands.flatMap((band) => shown.filter((loan) => loan.band === band));
}

/**
 * Nothing of a key that came back, or changed hands, between the two reads. Only the desk sees whose a
 * disputed loan was said to be (`not-me`).
 */
function presentLoan(loan: LateLoan, row: KeyRow | undefined, reader: KeyReader): OverdueLoan[] {
  if (row?.loanId !== loan.loanId || !row.holderId || !row.takenAt) return [];
  if (row.holderDisputes && reader !== 'desk') return [];
  const key = presentKey(row, reader);
  const { loanId, band, step, dueAt, graceUntil, remindedAt } = loan;
  return [
    {
      loanId,
      band,
      key,
      holder: { id: row.holderId, name: row.holderName ?? '', email: key.takenBy?.email },
      takenAt: row.takenAt.toISOString(),
      dueAt: dueAt.toISOString(),
      graceUntil: graceUntil.toISOString(),
      step,
      remindedAt: remindedAt?.toISOString() ?? null,
    },
  ];
}
