import { causeText } from '@keydesk/shared/access/refusal-cause';
import type { api } from '@keydesk/shared/api';
import { appError } from '@keydesk/shared/core/errors';
import type { PaperLineResult, RecordedLoan } from '@keydesk/shared/loans/paper';
import type { z } from 'zod';
import { transact } from '../../db/client.ts';
import { type JudgedLine, judgeLines, type PaperDeps } from './judge-paper.ts';
import { readOutages } from './outages.ts';
import { publishPaper, recordLines } from './record-paper.ts';
import type { DeskUser } from './transaction.ts';
import { keepWaiting } from './waiting-paper.ts';

/**
 * Records handovers from paper where nothing contradicts them, and reports the outcome of each
 * line; without `apply` it only previews (`nothing-forced`). What the desk could hand out with a
 * reason becomes an `override`; what it could not is refused. Holders are notified and may dispute
 * it (`not-me`). Handovers outside an outage wait for an admin.
 */
export async function enterPaper(
  deps: PaperDeps,
  desk: DeskUser,
  { lines: entered, apply }: z.output<typeof api.enterPaper.body>,
): Promise<{ lines: PaperLineResult[]; recorded: number }> {
  const by = { id: desk.id, name: desk.name, deskId: desk.duty?.deskId ?? null };
  const { judged, recorded } = await transact(deps.db, async (tx) => {
    const outages = await readOutages(tx, desk.duty?.deviceId);
    const judged = await judgeLines(tx, deps, { entered, by, outages, lock: apply });
    if (!apply) return { judged, recorded: null };
    const recorded = await recordLines(tx, deps, { by, judged });
    const waiting = judged.flatMap(({ waits }) => waits ?? []);
    const { changes, deliveries } = await keepWaiting(tx, by, waiting);
    recorded.changes.push(...changes);
    recorded.deliveries.push(...deliveries);
    return { judged, recorded };
  });
  if (recorded) publishPaper(deps, recorded);
  return {
    lines: judged.map((line) => presentLine(line, apply)),
    recorded: recorded?.loans.length ?? 0,
  };
}

function presentLine({ line, verdict, ready, waits }: JudgedLine, apply: boolean): PaperLineResult {
  const { key, person } = line;
  const about = {
    key: key && { id: key.id, keyNumber: key.keyNumber, keyName: key.keyName },
    person: person && { id: person.id, name: person.name },
  };
  if (verdict?.outcome === 'recorded-before') return { ...about, ...verdict };
  if (verdict?.outcome === 'refused') {
    const { outcome, error, loan, otherLine } = verdict;
    const { code, message } = error;
    return {
      ...about,
      outcome,
      code,
      message,
      otherLine,
      ...(loan && { loan: presentLoan(loan) }),
    };
  }
  const refusal = (ready ?? waits)?.right.override?.refusal;
  const against = refusal ? causeText(refusal) : undefined;
  if (waits) {
    const { code, message } = appError('PAPER_WAITS');
    return { ...about, outcome: 'waits', code, message, against };
  }
  return apply
    ? {
        ...about,
        outcome: 'recorded',
        loanId: ready?.loanId,
        against,
        ...(ready?.isReturn && { returned: true as const }),
      }
    : { ...about, outcome: 'ready', against };
}

function presentLoan({ loanId, holder, outAt, backAt }: RecordedLoan) {
  return { loanId, holder, outAt: outAt.toISOString(), backAt: backAt?.toISOString() ?? null };
}
