import { dayAfter } from '@keydesk/shared/due/calendar';
import type { grantColumns } from '@keydesk/shared/imports/columns';
import type { ImportRow } from '@keydesk/shared/imports/routes';
import { fromLocalTime } from '@keydesk/shared/local-time';
import { z } from 'zod';
import type { TableRow } from '../../platform/csv/csv.ts';
import { iterateYielding } from '../../platform/event-loop.ts';
import { foldCase } from './fold-case.ts';

/** An active grant of a key to a person. */
export type ExistingGrant = {
  id: string;
  keyId: string;
  userId: string;
  validFrom: Date;
  validUntil: Date | null;
};

export type NewGrantRow = Omit<ExistingGrant, 'id'> & {
  /** Grants that end with it, because it takes their place. */
  replaces: readonly string[];
};

export type GrantPlan = { rows: ImportRow[]; added: NewGrantRow[] };

/** What a file of access is held against. */
export type GrantFacts = {
  now: Date;
  timezone: string;
  /** Nobody gives access to themselves. */
  adminId: string;
  keys: ReadonlyMap<string, { id: string }>;
  people: ReadonlyMap<string, { id: string; mayBorrow: boolean }>;
  grants: readonly ExistingGrant[];
};

/** Decides row by row what a file would add to the access that people have by name. */
export async function planGrants(
  table: readonly TableRow<GrantColumn>[],
  facts: GrantFacts,
  signal: AbortSignal,
): Promise<GrantPlan> {
  const plan: GrantPlan = { rows: [], added: [] };
  const lines = new Map<string, number>();
  const active = new Map<string, ExistingGrant[]>();
  for (const grant of facts.grants) {
    const pair = pairOf(grant);
    active.set(pair, [...(active.get(pair) ?? []), grant]);
  }
  for await (const row of iterateYielding(table, signal)) {
    const { keyNumber = '', email = '' } = row.cells;
    const read = readGrant(row, facts);
    const place = `${foldCase(keyNumber)} ${foldCase(email)}`;
    const earlier = lines.get(place);
    if (earlier === undefined) lines.set(place, row.line);
    else read.problems.push(`${keyNumber} for ${email} is already on line ${earlier}`);
    const outcome = decide(read, active.get(pairOf(read)) ?? []);
    plan.rows.push({
      line: row.line,
      outcome,
      name: [keyNumber, email].filter(Boolean).join(' · '),
      problems: read.problems,
    });
  }
  return plan;

  function decide(read: ReadGrant, existing: readonly ExistingGrant[]): ImportRow['outcome'] {
    const { keyId, userId, from, until, problems } = read;
    if (problems.length > 0 || keyId === null || userId === null) return 'refused';
    const isSame = ({ validFrom, validUntil }: ExistingGrant) =>
      (from === null ? validFrom <= facts.now : validFrom.getTime() === from.getTime()) &&
      validUntil?.getTime() === until?.getTime();
    if (existing.some(isSame)) return 'unchanged';
    const begun = existing.filter(({ validFrom }) => validFrom <= facts.now);
    const replaces = from !== null && from > facts.now ? [] : begun.map(({ id }) => id);
    plan.added.push({
      keyId,
      userId,
      replaces,
      validFrom: from ?? facts.now,
      validUntil: until,
    });
    return replaces.length > 0 ? 'update' : 'create';
  }
}

type ReadGrant = {
  keyId: string | null;
  userId: string | null;
  from: Date | null;
  until: Date | null;
  problems: string[];
};

function readGrant(
  { cells, problems: structural }: TableRow<GrantColumn>,
  { now, timezone, adminId, keys, people }: GrantFacts,
): ReadGrant {
  const { keyNumber = '', email = '' } = cells;
  const key = keys.get(foldCase(keyNumber));
  const person = people.get(foldCase(email));
  const from = readDay('From', cells.from);
  const until = readDay('Until', cells.until);
  // The last day counts to its end.
  const end = until.day === null ? null : beginOf(dayAfter(until.day), timezone);
  const begin = from.day === null ? null : beginOf(from.day, timezone);
  const problems = [
    ...structural,
    ...(keyNumber === '' ? ['Key number is required'] : []),
    ...(keyNumber !== '' && !key ? [`There is no key ${keyNumber}`] : []),
    ...(email === '' ? ['Email is required'] : []),
    ...(email !== '' && !person?.mayBorrow ? [`Nobody with the address ${email} takes keys`] : []),
    ...(person?.id === adminId ? ['Nobody gives access to themselves'] : []),
    ...from.problems,
    ...until.problems,
    ...(end && end <= now ? [`Until: ${until.day} is over`] : []),
    ...(begin && end && begin >= end ? ['Until is before From'] : []),
  ];
  return { keyId: key?.id ?? null, userId: person?.id ?? null, from: begin, until: end, problems };
}

/** When a day of the campus begins. */
function beginOf(day: string, timezone: string): Date {
  return fromLocalTime(Date.parse(`${day}T00:00Z`), timezone);
}

/** A cell with a day; an empty one has none. */
function readDay(column: string, cell = ''): { day: string | null; problems: string[] } {
  if (cell === '') return { day: null, problems: [] };
  return daySchema.safeParse(cell).success && cell >= '2000' && cell < '2199'
    ? { day: cell, problems: [] }
    : { day: null, problems: [`${column}: please write days such as 2026-12-24`] };
}

const daySchema = z.iso.date();

function pairOf({ keyId, userId }: { keyId: string | null; userId: string | null }): string {
  return `${keyId} ${userId}`;
}

/** The fields of a row of access in a file. */
type GrantColumn = keyof typeof grantColumns;
