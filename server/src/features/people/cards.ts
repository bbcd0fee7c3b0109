import { createHmac } from 'node:crypto';
import { appError } from '@keydesk/shared/core/errors';
import type { User } from '@keydesk/shared/people/user';
import { and, eq, sql } from 'drizzle-orm';
import type { ActionLimits } from '../../core/action-limits.ts';
import { recordAudit } from '../../core/audit/record.ts';
import type { Publisher } from '../../core/live/publisher.ts';
import { type NewNotification, notify } from '../../core/messages/notify.ts';
import { installationSecret } from '../../core/secrets.ts';
import type { Database, Transaction } from '../../db/client.ts';
import { transact } from '../../db/client.ts';
import { newId } from '../../db/ids.ts';
import { users } from '../../db/schema.ts';
import { findUserWhere, isActiveUser, lockPersonForShare, presentUser } from './users.ts';

/** Hashes a card number with a secret key, because numbers alone could be guessed. */
export type HashCard = (cardText: string) => Promise<Buffer>;

/** Ignores case: readers differ in the case of letters. */
export function createCardHash(db: Database): HashCard {
  let secret: Promise<string> | undefined;
  return async (cardText) => {
    secret ??= installationSecret(db, 'card-secret').catch((error: unknown) => {
      secret = undefined;
      throw error;
    });
    return createHmac('sha256', await secret)
      .update(cardText.trim().toUpperCase())
      .digest();
  };
}

/** Locks the active owner of a card, who cannot be deleted before the transaction ends. */
export async function lockPersonByCard(tx: Transaction, cardHash: Buffer): Promise<User | null> {
  const owner = sql`(SELECT user_id FROM person_cards
                      WHERE card_hash = ${cardHash} AND ended_at IS NULL)`;
  const row = await findUserWhere(tx, and(eq(users.id, owner), isActiveUser), 'key share');
  return row ? presentUser(row) : null;
}

/** Maximum number of cards per person. */
export const maxCards = 5;

type NewCard = { personId: string; cardHash: Buffer; label: string | null };

/**
 * Adds a card to a person and notifies them. An active card belongs to one person (`hashed-cards`);
 * a deleted person's card can be reassigned. Idempotent.
 */
export async function addCard(
  {
    db,
    publisher,
    actionLimits,
  }: { db: Database; publisher: Publisher; actionLimits: ActionLimits },
  desk: User,
  { personId, cardHash, label }: NewCard,
): Promise<{ id: string }> {
  const { card, deliveries } = await transact(db, async (tx) => {
    if (!(await lockPersonForShare(tx, personId))) throw appError('PERSON_NOT_FOUND');
    await lockCard(tx, cardHash);
    const known = await findKnownCard(tx, cardHash);
    if (known?.user_id === personId) return { card: { id: known.id }, deliveries: [] };
    if (known?.active) throw appError('CARD_TAKEN', { name: known.name });
    await actionLimits.count('add-card', desk.id, tx);
    if (known) await tx.query('UPDATE person_cards SET ended_at = now() WHERE id = $1', [known.id]);
    await requireFewCards(tx, personId);
    const id = newId();
    await tx.query(
      `INSERT INTO person_cards (id, user_id, card_hash, label, added_by)
       VALUES ($1, $2, $3, $4, $5)`,
      [id, personId, cardHash, label, desk.id],
    );
    await recordAudit(tx, { action: 'add-card', actorId: desk.id, subjectId: personId });
    return { card: { id }, deliveries: await notify(tx, [addedNotice(personId, desk)]) };
  });
  publisher.notified(deliveries);
  return card;
}

const cardLocks = 7_233_011;

async function lockCard(tx: Transaction, cardHash: Buffer): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [
    cardLocks,
    cardHash.toString('hex'),
  ]);
}

type KnownCard = { id: string; user_id: string; name: string; active: boolean };

async function findKnownCard(tx: Transaction, cardHash: Buffer): Promise<KnownCard | undefined> {
  return tx.first<KnownCard>(
    `SELECT c.id, c.user_id, u.name, u.deleted_at IS NULL AS active
       FROM person_cards c JOIN users u ON u.id = c.user_id
      WHERE c.card_hash = $1 AND c.ended_at IS NULL`,
    [cardHash],
  );
}

/** No existing card is replaced: no one can tell which of them the person carries. */
async function requireFewCards(tx: Transaction, personId: string): Promise<void> {
  const rows = await tx.rows('SELECT FROM person_cards WHERE user_id = $1 AND ended_at IS NULL', [
    personId,
  ]);
  if (rows.length >= maxCards) throw appError('TOO_MANY_CARDS', { most: maxCards });
}

function addedNotice(userId: string, { id, name }: User): NewNotification {
  return { userId, template: 'card-added', facts: { guard: { id, name } } };
}

/** Removes all cards of a person in any state and notifies them; returns the number of cards. */
export async function endCards(
  { db, publisher }: { db: Database; publisher: Publisher },
  desk: User,
  personId: string,
): Promise<number> {
  const { cards, deliveries } = await transact(db, async (tx) => {
    const rows = await tx.rows('SELECT FROM users WHERE id = $1 AND erased_at IS NULL', [personId]);
    if (rows.length === 0) throw appError('PERSON_NOT_FOUND');
    const { rowCount } = await tx.query(
      'UPDATE person_cards SET ended_at = now() WHERE user_id = $1 AND ended_at IS NULL',
      [personId],
    );
    const cards = rowCount ?? 0;
    if (cards === 0) return { cards, deliveries: [] };
    await recordAudit(tx, {
      action: 'end-cards',
      actorId: desk.id,
      subjectId: personId,
      details: { cards },
    });
    const notice = endedNotice(personId, desk, cards);
    return { cards, deliveries: await notify(tx, [notice]) };
  });
  publisher.notified(deliveries);
  return cards;
}

function endedNotice(userId: string, { id, name }: User, cards: number): NewNotification {
  return { userId, template: 'cards-removed', facts: { guard: { id, name }, cards } };
}
