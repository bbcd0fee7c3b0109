import { createHash } from 'node:crypto';
import {
  grantColumns,
  type ImportResult,
  type ImportRow,
  toImportResult,
} from '@keydesk/shared/administration/imports';
import { fromLocalTime } from '@keydesk/shared/core/dates';
import { dayAfter } from '@keydesk/shared/due/calendar';
import type { User } from '@keydesk/shared/people/user';
import { t as headingText } from '@keydesk/shared/texts/en/file-headings';
import { t } from '@keydesk/shared/texts/en/import-rows';
import { t as fieldText } from '@keydesk/shared/texts/en/key-fields';
import { z } from 'zod';
import { recordAudit } from '../../../core/audit/record.ts';
import { iterateYielding } from '../../../core/event-loop.ts';
import type { TableRow } from '../../../core/files/csv.ts';
import type { Publisher } from '../../../core/live/publisher.ts';
import {
  type Connection,
  type Database,
  databaseNow,
  type Transaction,
  transact,
} from '../../../db/client.ts';
import { newId } from '../../../db/ids.ts';
import { takesKeys } from '../../../db/predicates.ts';
import { announceRecalled, recallWithoutAccess } from '../../access/index.ts';
import type { CurrentDue } from '../../due/index.ts';
import {
  foldCase,
  hasRefusedRows,
  type ImportedFile,
  isSkipped,
  type RowSelection,
  readImportFile,
  storeNamedColumns,
} from './import-file.ts';
import { findKeysByNumbers } from './queries.ts';

type ImportDeps = { db: Database; publisher: Publisher; due: CurrentDue };

/** Imports grants, all rows or none; a dry run only previews. Grants missing in the file stay. */
export async function importGrants(
  { db, publisher, due }: ImportDeps,
  admin: User,
  file: ImportedFile,
): Promise<ImportResult> {
  const { rows: table, read } = await readImportFile<GrantColumn>(db, 'grants', file, {
    columns: grantColumns,
    key: 'keyNumber',
    needed: [['email']],
  });
  const { timezone } = due.calendar();
  const named = {
    keyNumbers: table.map(({ cells }) => cells.keyNumber ?? ''),
    emails: table.map(({ cells }) => cells.email ?? ''),
  };
  const plan = async (db: Database | Transaction): Promise<GrantPlan> => {
    const input = { ...(await readGrantInput(db, named)), timezone, adminId: admin.id };
    return planGrants(table, { ...input, selection: file }, file.signal);
  };
  if (file.dryRun) return toImportResult((await plan(db)).rows, false, read);
  const { result, recalled } = await transact(db, (tx) =>
    recallWithoutAccess(tx, { byId: admin.id, timezone }, async () => {
      const planned = await plan(tx);
      if (!hasRefusedRows(planned.rows)) {
        await storeNamedColumns(tx, 'grants', file);
        await store(tx, admin, planned.added, file.text);
      }
      file.signal.throwIfAborted();
      return planned;
    }),
  );
  const refused = hasRefusedRows(result.rows);
  if (!refused && result.added.length > 0) publisher.campusChanged('access');
  announceRecalled(publisher, recalled);
  return toImportResult(result.rows, !refused, read);
}

async function store(
  tx: Transaction,
  admin: User,
  added: readonly NewGrantRow[],
  text: string,
): Promise<void> {
  if (added.length === 0) return;
  const ids = await storeGrants(tx, added, admin.id);
  await recordAudit(
    tx,
    {
      action: 'import-access',
      actorId: admin.id,
      details: {
        created: added.length,
        fileSha256: createHash('sha256').update(text).digest('hex'),
      },
    },
    ...added.map(({ keyId, userId, validFrom, validUntil, replaces }, at) => ({
      action: 'give-access' as const,
      actorId: admin.id,
      subjectId: userId,
      keyId,
      method: 'import',
      details: {
        grantId: ids[at],
        validFrom: validFrom.toISOString(),
        validUntil: validUntil?.toISOString() ?? null,
        ...(replaces.length > 0 && { replaced: replaces.join(', ') }),
      },
    })),
  );
}

type ExistingGrant = {
  id: string;
  keyId: string;
  userId: string;
  validFrom: Date;
  validUntil: Date | null;
};

type NewGrantRow = Omit<ExistingGrant, 'id'> & {
  /** Grants that this one replaces. */
  replaces: readonly string[];
};

type GrantPlan = { rows: ImportRow[]; added: NewGrantRow[] };

type GrantInput = {
  now: Date;
  timezone: string;
  /** Admins cannot give themselves access. */
  adminId: string;
  selection: RowSelection;
  keys: ReadonlyMap<string, { id: string }>;
  people: ReadonlyMap<string, { id: string; mayBorrow: boolean }>;
  grants: readonly ExistingGrant[];
};

async function planGrants(
  table: readonly TableRow<GrantColumn>[],
  input: GrantInput,
  signal: AbortSignal,
): Promise<GrantPlan> {
  const plan: GrantPlan = { rows: [], added: [] };
  const lines = new Map<string, number>();
  const active = new Map<string, ExistingGrant[]>();
  for (const grant of input.grants) {
    const pair = pairOf(grant);
    active.set(pair, [...(active.get(pair) ?? []), grant]);
  }
  for await (const row of iterateYielding(table, signal)) {
    const { keyNumber = '', email = '' } = row.cells;
    const name = [keyNumber, email].filter(Boolean).join(' · ');
    if (isSkipped(input.selection, row)) {
      plan.rows.push({ line: row.line, outcome: 'skipped', name, problems: [] });
      continue;
    }
    const read = readGrant(row, input);
    const place = `${foldCase(keyNumber)} ${foldCase(email)}`;
    const earlier = lines.get(place);
    if (earlier === undefined) lines.set(place, row.line);
    else read.problems.push(t('grant-on-line', { keyNumber, email, line: earlier }));
    const outcome = decide(read, active.get(pairOf(read)) ?? []);
    plan.rows.push({ line: row.line, outcome, name, problems: read.problems });
  }
  return plan;

  function decide(read: ReadGrant, existing: readonly ExistingGrant[]): ImportRow['outcome'] {
    const { keyId, userId, from, until, problems } = read;
    if (problems.length > 0 || keyId === null || userId === null) return 'refused';
    const isSame = ({ validFrom, validUntil }: ExistingGrant) =>
      (from === null ? validFrom <= input.now : validFrom.getTime() === from.getTime()) &&
      validUntil?.getTime() === until?.getTime();
    if (existing.some(isSame)) return 'unchanged';
    const begun = existing.filter(({ validFrom }) => validFrom <= input.now);
    const replaces = from !== null && from > input.now ? [] : begun.map(({ id }) => id);
    plan.added.push({
      keyId,
      userId,
      replaces,
      validFrom: from ?? input.now,
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
  { now, timezone, adminId, keys, people }: GrantInput,
): ReadGrant {
  const { keyNumber = '', email = '' } = cells;
  const key = keys.get(foldCase(keyNumber));
  const person = people.get(foldCase(email));
  const from = readDay('from', cells.from);
  const until = readDay('until', cells.until);
  // The last day counts to its end.
  const end = until.day === null ? null : beginOf(dayAfter(until.day), timezone);
  const begin = from.day === null ? null : beginOf(from.day, timezone);
  const problems = [
    ...structural,
    ...(keyNumber === '' ? [t('required', { column: fieldText('number') })] : []),
    ...(keyNumber !== '' && !key ? [t('no-key', { keyNumber })] : []),
    ...(email === '' ? [t('required', { column: headingText(grantColumns.email) })] : []),
    ...(email !== '' && !person?.mayBorrow ? [t('takes-no-keys', { email })] : []),
    ...(person?.id === adminId ? [t('own-grant')] : []),
    ...from.problems,
    ...until.problems,
    ...(end && end <= now ? [t('is-over', { day: until.day ?? '' })] : []),
    ...(begin && end && begin >= end ? [t('until-before-from')] : []),
  ];
  return { keyId: key?.id ?? null, userId: person?.id ?? null, from: begin, until: end, problems };
}

/** The start of a day in the campus time zone. */
function beginOf(day: string, timezone: string): Date {
  return fromLocalTime(Date.parse(`${day}T00:00Z`), timezone);
}

/** An empty cell is no day. Numbers alone are read with the day first. */
function readDay(column: 'from' | 'until', cell = ''): { day: string | null; problems: string[] } {
  if (cell === '') return { day: null, problems: [] };
  const [, date = '', month = '', year] = /^(\d\d?)[./-](\d\d?)[./-](\d{4})$/.exec(cell) ?? [];
  const day = year ? [year, month.padStart(2, '0'), date.padStart(2, '0')].join('-') : cell;
  return daySchema.safeParse(day).success && day >= '2000' && day < '2199'
    ? { day, problems: [] }
    : { day: null, problems: [t('days-as-date', { column: headingText(grantColumns[column]) })] };
}

const daySchema = z.iso.date();

function pairOf({ keyId, userId }: { keyId: string | null; userId: string | null }): string {
  return `${keyId} ${userId}`;
}

type GrantColumn = keyof typeof grantColumns;

/** Matched ignoring case. */
type Named = { keyNumbers: readonly string[]; emails: readonly string[] };

/** `now` is the database's clock. */
async function readGrantInput(
  db: Connection,
  { keyNumbers, emails }: Named,
): Promise<Pick<GrantInput, 'now' | 'keys' | 'people' | 'grants'>> {
  const keys = await findKeysByNumbers(db, keyNumbers);
  const { rows: people } = await db.query<{ id: string; email: string; mayBorrow: boolean }>(
    `SELECT id, email, ${takesKeys('users')} AS "mayBorrow" FROM users
      WHERE deleted_at IS NULL AND lower(email) IN (SELECT lower(e) FROM unnest($1::text[]) AS e)`,
    [emails],
  );
  const { rows: grants } = await db.query<ExistingGrant>(
    `SELECT id, key_id AS "keyId", user_id AS "userId", valid_from AS "validFrom",
            valid_until AS "validUntil"
       FROM grants
      WHERE key_id = ANY ($1) AND user_id = ANY ($2) AND revoked_at IS NULL
        AND (valid_until IS NULL OR valid_until > clock_timestamp())
        AND (uses_left IS NULL OR uses_left > 0)`,
    [keys.map(({ id }) => id), people.map(({ id }) => id)],
  );
  return {
    now: await databaseNow(db),
    keys: new Map(keys.map((key) => [foldCase(key.fields.keyNumber), key])),
    people: new Map(people.map((person) => [foldCase(person.email), person])),
    grants,
  };
}

/** Stores grants and ends those that they replace; returns the new ids. */
async function storeGrants(
  tx: Transaction,
  added: readonly NewGrantRow[],
  adminId: string,
): Promise<string[]> {
  await tx.query(
    'UPDATE grants SET revoked_at = clock_timestamp(), revoked_by = $2 WHERE id = ANY ($1)',
    [added.flatMap(({ replaces }) => replaces), adminId],
  );
  const ids = added.map(() => newId());
  await tx.query(
    `INSERT INTO grants (id, key_id, user_id, valid_from, valid_until, given_by)
     SELECT *, $6
       FROM unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[], $5::timestamptz[])`,
    [
      ids,
      added.map(({ keyId }) => keyId),
      added.map(({ userId }) => userId),
      added.map(({ validFrom }) => validFrom),
      added.map(({ validUntil }) => validUntil),
      adminId,
    ],
  );
  return ids;
}
