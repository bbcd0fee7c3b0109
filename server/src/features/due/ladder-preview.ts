import type { Calendar } from '@keydesk/shared/due/calendar';
import { ladderTimes } from '@keydesk/shared/due/ladder';
import type { Connection } from '../../platform/db/client.ts';
import { readLadder } from '../ladder/index.ts';

type LoanTimes = { takenAt: Date; dueAt: Date | null; graceUntil: Date | null };

/** The steps of the ladder of a loan with these times, with when each is sent first. */
export async function ladderPreview(
  db: Connection,
  { takenAt, dueAt, graceUntil }: LoanTimes,
  calendar: Calendar,
) {
  if (!dueAt || !graceUntil) return [];
  const { ladder } = await readLadder(db);
  const times = { takenAt, dueAt, graceUntil };
  return ladderTimes(times, ladder, calendar).map(({ step, at }) => ({
    step,
    at: at.toISOString(),
  }));
}
