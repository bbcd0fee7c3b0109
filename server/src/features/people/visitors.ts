import { appError } from '@keydesk/shared/core/errors';
import { mayBorrow } from '@keydesk/shared/http/roles';
import type { NameRules } from '@keydesk/shared/people/person-name';
import type { User } from '@keydesk/shared/people/user';
import {
  listedVisitorName,
  type VisitorAnswer,
  visitEndRefusal,
} from '@keydesk/shared/people/visitor';
import type { NewVisitor } from '@keydesk/shared/people/visitor-routes';
import { eq, sql } from 'drizzle-orm';
import { recordAudit } from '../../core/audit/record.ts';
import type { Publisher } from '../../core/live/publisher.ts';
import { notify } from '../../core/messages/notify.ts';
import { type Database, databaseNow, type Transaction, transact } from '../../db/client.ts';
import { newId } from '../../db/ids.ts';
import { mayBorrow as mayBorrowSql, visitorName } from '../../db/predicates.ts';
import { visitors } from '../../db/schema.ts';
import {
  findUserByEmail,
  findUserWhere,
  insertUserUnlessEmailTaken,
  lockIdentity,
  lockPersonForShare,
  requireAllowedName,
  updateUser,
} from './users.ts';

type VisitorDeps = {
  db: Database;
  publisher: Publisher;
  timezone: () => string;
  rules: NameRules;
};

/** The guard at the desk, and where. */
type AtDesk = { desk: User; deskName: string | null };

/**
 * Enters a visitor, or renews whoever has the phone number, and asks the sponsor to confirm
 * (`visitors`). What they confirmed is not asked again.
 * @throws NO_SPONSOR, VISIT_ENDS_BEFORE_NOW, VISIT_TOO_LONG, NAME_RESERVED, CANNOT_TAKE_KEYS of
 * somebody who was suspended or removed, VISITOR_KEEPS_NAME, VISITOR_HAS_KEYS
 */
export async function enterVisitor(
  { db, publisher, timezone, rules }: VisitorDeps,
  { desk, deskName }: AtDesk,
  given: NewVisitor,
): Promise<{ id: string; name: string }> {
  for (const name of [given.name, given.organisation ?? ''])
    requireAllowedName(name, given.phone, rules);
  const { person, deliveries } = await transact(db, async (tx) => {
    const sponsor = await lockPersonForShare(tx, given.sponsorId);
    if (!sponsor || sponsor.id === desk.id || sponsor.role === 'visitor' || !mayBorrow(sponsor))
      throw appError('NO_SPONSOR');
    const refusal = visitEndRefusal(new Date(given.validUntil), await databaseNow(tx));
    if (refusal) throw refusal;
    const id = await storePerson(tx, desk, given);
    const person = { id, name: listedVisitorName(given.name, given.organisation ?? null) };
    const known = await lockVisitor(tx, id);
    if (known && isConfirmed(known, given)) return { person, deliveries: [] };
    if (known) await requireSameWithKeys(tx, known, given);
    const askId = newId();
    await storeVisitor(tx, { userId: id, askId, ...given });
    const { name, phone, organisation, sponsorId, validUntil } = given;
    await recordAudit(tx, {
      action: 'enter-visitor',
      actorId: desk.id,
      subjectId: id,
      details: { sponsorId, validUntil },
      personal: { name, phone, organisation },
    });
    const facts = {
      person: { id, name: organisation ? `${name} of ${organisation}` : name },
      deskName,
      until: validUntil,
      timezone: timezone(),
    };
    const notice = { userId: sponsorId, template: 'visitor-asks' as const, facts, aboutId: askId };
    return { person, deliveries: await notify(tx, [notice]) };
  });
  publisher.notified(deliveries);
  publisher.campusChanged('access');
  return person;
}

/**
 * Visitors have the phone number in place of an address, so that one number is one person, with or
 * without the code of the country.
 */
async function storePerson(
  tx: Transaction,
  desk: User,
  { name, organisation, phone }: NewVisitor,
): Promise<string> {
  const id = newId();
  const fullName = listedVisitorName(name, organisation ?? null);
  const identity = { issuer: 'visitor', subject: id, isVerified: false };
  const row = { id, name: fullName, email: phone, phone, role: 'visitor' as const, ...identity };
  const lastTen = phone.slice(-10);
  await lockIdentity(tx, 'visitor', lastTen);
  const known =
    (await findUserByEmail(tx, phone)) ??
    (await findUserWhere(tx, sql`issuer = 'visitor' AND right(email, 10) = ${lastTen}`));
  if (!known && (await insertUserUnlessEmailTaken(tx, row))) return id;
  const isActive = known?.role === 'visitor' && !known.deletedAt && !known.suspendedAt;
  if (!isActive || !(await updateUser(tx, known.id, { name: fullName }, desk.id)))
    throw appError('CANNOT_TAKE_KEYS', known?.name ?? fullName);
  return known.id;
}

type Visitor = typeof visitors.$inferSelect;

async function lockVisitor(tx: Transaction, userId: string): Promise<Visitor | undefined> {
  const [known] = await tx.orm
    .select()
    .from(visitors)
    .where(eq(visitors.userId, userId))
    .for('update');
  return known;
}

/** Whether the sponsor has confirmed exactly this, or more. */
function isConfirmed(known: Visitor, { name, organisation, validUntil, sponsorId }: NewVisitor) {
  return (
    known.answer === 'confirmed' &&
    known.sponsorId === sponsorId &&
    known.name === name &&
    known.organisation === (organisation || null) &&
    new Date(validUntil) <= known.validUntil
  );
}

/**
 * Whoever has keys stays who they are, and whoever was told of a key answers for it as long as they
 * may: else the keys come back first.
 */
async function requireSameWithKeys(
  tx: Transaction,
  { userId, name, sponsorId }: Visitor,
  given: NewVisitor,
): Promise<void> {
  const { rows } = await tx.query<{ name: string; sponsor: string; sponsorMayBorrow: boolean }>(
    `SELECT ${visitorName('v')} AS name, s.name AS sponsor, ${mayBorrowSql('s')} AS "sponsorMayBorrow"
       FROM visitors v JOIN users s ON s.id = v.sponsor_id
      WHERE v.user_id = $1
        AND EXISTS (SELECT FROM loans WHERE holder_id = $1 AND returned_at IS NULL)`,
    [userId],
  );
  const [out] = rows;
  if (out && given.name !== name) throw appError('VISITOR_KEEPS_NAME', out.name);
  if (out?.sponsorMayBorrow && given.sponsorId !== sponsorId)
    throw appError('VISITOR_HAS_KEYS', out.name, out.sponsor);
}

async function storeVisitor(
  tx: Transaction,
  { userId, askId, name, organisation = '', sponsorId, validUntil }: NewVisitor & Asked,
): Promise<void> {
  const asked = {
    name,
    organisation: organisation || null,
    sponsorId,
    validUntil: new Date(validUntil),
    askId,
    answer: null,
  };
  await tx.orm
    .insert(visitors)
    .values({ userId, ...asked })
    .onConflictDoUpdate({ target: visitors.userId, set: asked });
}

type Asked = { userId: string; askId: string };

/**
 * Stores what the sponsor says of a visitor. Only what was asked last is answered, and by nobody
 * else.
 * @throws VISITOR_NOT_FOUND
 */
export async function answerVisitor(
  { db, publisher }: Pick<VisitorDeps, 'db' | 'publisher'>,
  caller: User,
  askId: string,
  answer: VisitorAnswer,
): Promise<void> {
  await transact(db, async (tx) => {
    const [visitor] = await tx.orm
      .update(visitors)
      .set({ answer })
      .where(sql`${visitors.askId} = ${askId} AND ${visitors.sponsorId} = ${caller.id}`)
      .returning({ userId: visitors.userId });
    if (!visitor) throw appError('VISITOR_NOT_FOUND');
    await recordAudit(tx, {
      action: 'answer-visitor',
      actorId: caller.id,
      subjectId: visitor.userId,
      details: { answer },
    });
  });
  publisher.campusChanged('access');
}
