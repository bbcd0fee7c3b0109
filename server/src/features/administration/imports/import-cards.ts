import {
  cardColumns,
  type ImportResult,
  type ImportRow,
  toImportResult,
} from '@keydesk/shared/administration/imports';
import { cardTextSchema } from '@keydesk/shared/people/search';
import type { User } from '@keydesk/shared/people/user';
import { t as errorText } from '@keydesk/shared/texts/en/errors';
import { t as headingText } from '@keydesk/shared/texts/en/file-headings';
import { t } from '@keydesk/shared/texts/en/import-rows';
import { recordAudit } from '../../../core/audit/record.ts';
import { iterateYielding } from '../../../core/event-loop.ts';
import type { TableRow } from '../../../core/files/csv.ts';
import type { NotificationDelivery, Publisher } from '../../../core/live/publisher.ts';
import { notify } from '../../../core/messages/notify.ts';
import { type Connection, type Database, type Transaction, transact } from '../../../db/client.ts';
import { newId } from '../../../db/ids.ts';
import { isActive } from '../../../db/predicates.ts';
import { type HashCard, maxCards } from '../../people/index.ts';
import { isShortened } from './damaged-cells.ts';
import {
  foldCase,
  hasRefusedRows,
  type ImportedFile,
  isSkipped,
  type RowSelection,
  readImportFile,
  storeNamedColumns,
} from './import-file.ts';

type ImportDeps = { db: Database; publisher: Publisher; hashCard: HashCard };

/**
 * Imports ID cards, all rows or none; a dry run only previews. Card numbers are hashed when read
 * and appear in no response, event or log (`hashed-cards`). Cards missing in the file stay.
 */
export async function importCards(
  { db, publisher, hashCard }: ImportDeps,
  admin: User,
  file: ImportedFile,
): Promise<ImportResult> {
  const { rows, read } = await readImportFile<keyof typeof cardColumns>(db, 'cards', file, {
    columns: cardColumns,
    key: 'card',
    needed: [['person']],
  });
  const named: NamedCard[] = [];
  for (const row of rows) named.push(await readRow(row, hashCard));
  const plan = async (db: Connection) =>
    planCards(named, await readStoredCards(db, named), file, file.signal);
  if (file.dryRun) return toImportResult((await plan(db)).rows, false, read);
  const { planned, deliveries } = await transact(db, async (tx) => {
    await tx.query('LOCK TABLE person_cards IN SHARE ROW EXCLUSIVE MODE');
    const planned = await plan(tx);
    const refused = hasRefusedRows(planned.rows);
    if (!refused) await storeNamedColumns(tx, 'cards', file);
    const deliveries = refused ? [] : await store(tx, admin, planned);
    file.signal.throwIfAborted();
    return { planned, deliveries };
  });
  publisher.notified(deliveries);
  return toImportResult(planned.rows, !hasRefusedRows(planned.rows), read);
}

/** Contains only the hash of the card number. */
type NamedCard = { line: number; person: string; hash: Buffer | null; problems: string[] };

async function readRow(
  { line, cells, problems }: TableRow<keyof typeof cardColumns>,
  hashCard: HashCard,
): Promise<NamedCard> {
  const { person = '', card = '' } = cells;
  const read = cardTextSchema.safeParse(card);
  const isDamaged = isShortened(card);
  return {
    line,
    person,
    hash: read.success && !isDamaged ? await hashCard(read.data) : null,
    problems: [
      ...problems,
      ...(person === '' ? [t('required', { column: headingText(cardColumns.person) })] : []),
      ...(read.success ? [] : read.error.issues.map(({ message }) => message)),
      ...(isDamaged ? [t('card-damaged')] : []),
    ],
  };
}

type CardPlan = {
  rows: ImportRow[];
  added: { userId: string; hash: Buffer }[];
  /** Cards of deleted people, which other people may get. */
  endedIds: string[];
};

type KnownCard = { id: string; hash: Buffer; userId: string; name: string; active: boolean };

type StoredCards = {
  people: readonly { id: string; email: string; facultyId: string | null }[];
  cards: readonly KnownCard[];
};

async function planCards(
  named: readonly NamedCard[],
  { people, cards }: StoredCards,
  selection: RowSelection,
  signal: AbortSignal,
): Promise<CardPlan> {
  const plan: CardPlan = { rows: [], added: [], endedIds: [] };
  const byName = new Map(
    people.flatMap((person) =>
      [person.email, person.facultyId ?? ''].map((name) => [foldCase(name), person]),
    ),
  );
  const byHash = new Map(cards.map((card) => [card.hash.toString('hex'), card]));
  const counts = new Map<string, number>();
  for (const { userId } of cards) counts.set(userId, (counts.get(userId) ?? 0) + 1);
  const lines = new Map<string, number>();

  for await (const row of iterateYielding(named, signal)) {
    const { line, person: name } = row;
    if (isSkipped(selection, row)) plan.rows.push({ line, outcome: 'skipped', name, problems: [] });
    else plan.rows.push({ line, name, ...decide(row) });
  }
  return plan;

  function decide({
    line,
    person,
    hash,
    problems,
  }: NamedCard): Pick<ImportRow, 'outcome' | 'problems'> {
    const owner = person === '' ? undefined : byName.get(foldCase(person));
    const key = hash?.toString('hex') ?? '';
    const known = byHash.get(key);
    const earlier = lines.get(key);
    if (hash && earlier === undefined) lines.set(key, line);
    const count = owner ? (counts.get(owner.id) ?? 0) : 0;
    const isSame = known !== undefined && known.userId === owner?.id;
    const all = [
      ...problems,
      ...(person !== '' && !owner ? [t('no-person', { person })] : []),
      ...(hash && earlier !== undefined ? [t('card-on-line', { line: earlier })] : []),
      ...(known?.active && !isSame ? [errorText('CARD_TAKEN', { name: known.name })] : []),
      ...(owner && !isSame && count >= maxCards
        ? [errorText('TOO_MANY_CARDS', { most: maxCards })]
        : []),
    ];
    if (all.length > 0 || !owner || !hash) return { outcome: 'refused', problems: all };
    if (isSame) return { outcome: 'unchanged', problems: [] };
    if (known) plan.endedIds.push(known.id);
    counts.set(owner.id, count + 1);
    plan.added.push({ userId: owner.id, hash });
    return { outcome: 'create', problems: [] };
  }
}

/** Active people named in the file, their cards, and the owners of its cards. */
async function readStoredCards(db: Connection, named: readonly NamedCard[]): Promise<StoredCards> {
  const { rows: people } = await db.query<StoredCards['people'][number]>(
    `SELECT id, email, faculty_id AS "facultyId" FROM users
      WHERE ${isActive('users')}
        AND (lower(email) IN (SELECT lower(n) FROM unnest($1::text[]) AS n)
          OR lower(faculty_id) IN (SELECT lower(n) FROM unnest($1::text[]) AS n))`,
    [named.map(({ person }) => person)],
  );
  const { rows: cards } = await db.query<KnownCard>(
    `SELECT c.id, c.card_hash AS hash, c.user_id AS "userId", u.name,
            u.deleted_at IS NULL AS active
       FROM person_cards c JOIN users u ON u.id = c.user_id
      WHERE c.ended_at IS NULL AND (c.user_id = ANY ($1) OR c.card_hash = ANY ($2))`,
    [people.map(({ id }) => id), named.flatMap(({ hash }) => (hash ? [hash] : []))],
  );
  return { people, cards };
}

/** Stores the cards, with one notification per person. */
async function store(
  tx: Transaction,
  admin: User,
  { added, endedIds }: CardPlan,
): Promise<NotificationDelivery[]> {
  if (added.length === 0) return [];
  await tx.query('UPDATE person_cards SET ended_at = now() WHERE id = ANY ($1)', [endedIds]);
  await tx.query(
    `INSERT INTO person_cards (id, user_id, card_hash, added_by)
     SELECT id, user_id, hash, $4
       FROM unnest($1::text[], $2::text[], $3::bytea[]) AS card (id, user_id, hash)`,
    [
      added.map(() => newId()),
      added.map(({ userId }) => userId),
      added.map(({ hash }) => hash),
      admin.id,
    ],
  );
  await recordAudit(
    tx,
    { action: 'import-cards', actorId: admin.id, details: { created: added.length } },
    ...added.map(({ userId }) => ({
      action: 'add-card' as const,
      actorId: admin.id,
      subjectId: userId,
      method: 'import',
    })),
  );
  const facts = { guard: { id: admin.id, name: admin.name }, byFile: true as const };
  return notify(
    tx,
    [...new Set(added.map(({ userId }) => userId))].map((userId) => ({
      userId,
      template: 'card-added' as const,
      facts,
    })),
  );
}
