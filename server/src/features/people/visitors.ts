import { appError } from '@keydesk/shared/core/errors';
import { refusal, refuses, vouches } from '@keydesk/shared/core/visitor-answers';
import { mayBorrow } from '@keydesk/shared/http/roles';
import type { NameRules } from '@keydesk/shared/people/person-name';
import { shownName, storedVisitorName } from '@keydesk/shared/people/shown-name';
import type { User } from '@keydesk/shared/people/user';
import { visitEndRefusal } from '@keydesk/shared/people/visitor';
import type { NewVisitor } from '@keydesk/shared/people/visitor-routes';
import { t as answer } from '@keydesk/shared/texts/en/answers';
import { eq, sql } from 'drizzle-orm';
import type { ActionLimits } from '../../core/action-limits.ts';
import { recordAudit } from '../../core/audit/record.ts';
import type { Publisher } from '../../core/live/publisher.ts';
import { notify } from '../../core/messages/notify.ts';
import { type Database, databaseNow, type Transaction, transact } from '../../db/client.ts';
import { newId } from '../../db/ids.ts';
import {
  isActive,
  isSamePhone,
  mayBorrow as mayBorrowSql,
  visitorName,
} from '../../db/predicates.ts';
import { visitors } from '../../db/schema.ts';
import {
  findUserByEmail,
  insertUserUnlessEmailTaken,
  lockIdentity,
  lockPersonForShare,
  requireAllowedName,
  updateUser,
} from './users.ts';

type VisitorDeps = {
  db: Database;
  publisher: Publisher;
  actionLimits: ActionLimits;
  timezone: () => string;
  rules: NameRules;
};

/** The guard and the desk. */
type AtDesk = { desk: User; place: { id: string; name: string } | null };

/**
 * Adds a visitor, or renews the visit of one with the phone number, and asks the sponsor to confirm
 * (`visitors`) unless they have answered.
 */
export async function enterVisitor(
  { db, publisher, actionLimits, timezone, rules }: VisitorDeps,
  { desk, place }: AtDesk,
  given: NewVisitor,
): Promise<{ person: { id: string; name: string }; message: string }> {
  for (const name of [given.name, given.organisation ?? ''])
    requireAllowedName(name, given.phone, rules);
  const asker = place?.id ?? desk.id;
  const { person, message, deliveries, isDueEarlier } = await transact(db, async (tx) => {
    const sponsor = await lockPersonForShare(tx, given.sponsorId);
    if (!sponsor || sponsor.id === desk.id || sponsor.role === 'visitor' || !mayBorrow(sponsor))
      throw appError('NO_SPONSOR');
    const refusal = visitEndRefusal(new Date(given.validUntil), await databaseNow(tx));
    if (refusal) throw refusal;
    await lockIdentity(tx, 'visitor', '');
    const sameNumber = await listSameNumber(tx, given.phone);
    const found = whoIsMeant(sameNumber, given);
    const fullName = storedVisitorName(given.name, given.organisation ?? null);
    const known = found && (await lockVisitor(tx, found.id));
    const end = new Date(given.validUntil);
    const isShorter = known !== undefined && !refuses(known.answer) && end < known.validUntil;
    const isDueEarlier = isShorter && (await endLoansBy(tx, known.userId, end));
    if (known && isAnswered(known, given)) {
      if (isShorter) await shortenVisit(tx, known.userId, { desk, given });
      const person = { id: known.userId, name: found.fullName };
      const message = refuses(known.answer)
        ? answer('visitor-refused', { sponsor: sponsor.name, visitor: found.called })
        : answer('visitor-entered', { name: shownName(person.name) });
      return { person, message, deliveries: [], isDueEarlier };
    }
    if (known) {
      await requireSame(tx, { known, name: found.called }, given);
      await actionLimits.count('ask-sponsor', known.userId, tx);
      await updateUser(tx, known.userId, { name: fullName }, desk.id);
    } else if (desk.role !== 'admin') {
      await actionLimits.count('enter-visitor', asker, tx);
    }
    if (desk.role !== 'admin')
      await actionLimits.count('ask-same-sponsor', `${asker}:${sponsor.id}`, tx);
    const id = known?.userId ?? (await insertPerson(tx, fullName, given.phone));
    const askId = newId();
    await storeVisitor(tx, { userId: id, askId, vouched: isVouched(known, given), ...given });
    await recordEntry(tx, id, { desk, given });
    const { name, organisation, sponsorId, validUntil } = given;
    const facts = {
      person: { id, name: organisation ? `${name} of ${organisation}` : name },
      deskName: place?.name ?? null,
      until: validUntil,
      timezone: timezone(),
    };
    const notice = { userId: sponsorId, template: 'visitor-asks' as const, facts, aboutId: askId };
    const message = answer('visitor-entered', { name: shownName(fullName) });
    const person = { id, name: fullName };
    return { person, message, deliveries: await notify(tx, [notice]), isDueEarlier };
  });
  publisher.notified(deliveries);
  if (isDueEarlier) publisher.keyListChanged();
  publisher.campusChanged('access');
  return { person, message };
}

type SameNumber = {
  id: string;
  name: string;
  organisation: string | null;
  /** 'Ravi of Voltas' */
  called: string;
  /** 'Ravi of Voltas (visitor)' */
  fullName: string;
  isActive: boolean;
};

/** Ignores the number's format; latest first. */
async function listSameNumber(tx: Transaction, phone: string): Promise<SameNumber[]> {
  return tx.rows<SameNumber>(
    `SELECT v.user_id AS id, v.name, v.organisation, ${visitorName('v')} AS called,
            u.name AS "fullName", ${isActive('u')} AS "isActive"
       FROM visitors v JOIN users u ON u.id = v.user_id
      WHERE ${isSamePhone('u.phone', '$1')} ORDER BY u.created_at DESC, u.id DESC`,
    [phone],
  );
}

/**
 * The known visitor, or undefined for a new one. A number is no identity: it may be reassigned, or
 * belong to a company.
 */
function whoIsMeant(
  sameNumber: readonly SameNumber[],
  { name, organisation, samePerson, knownId }: NewVisitor,
): SameNumber | undefined {
  const barred = sameNumber.find((one) => !one.isActive);
  if (barred) throw appError('CANNOT_TAKE_KEYS', { name: barred.fullName });
  const same = sameNumber.find((one) => isCalled(one, { name, organisation }));
  const [latest] = sameNumber;
  if (same || !latest) return same;
  if (samePerson === false) return undefined;
  // Another visitor with the number may have been added first.
  const meant = knownId === undefined ? latest : sameNumber.find(({ id }) => id === knownId);
  if (samePerson && meant) return meant;
  const person = { id: latest.id, name: latest.name, organisation: latest.organisation };
  throw appError('VISITOR_NUMBER_KNOWN', { name: latest.called }).withDetails({ person });
}

/** Visitors have the phone number as their unique address; further people with it get a suffix. */
async function insertPerson(tx: Transaction, name: string, phone: string): Promise<string> {
  const id = newId();
  const identity = { issuer: 'visitor', subject: id, isVerified: false };
  for (let count = 1; ; count += 1) {
    const email = count === 1 ? phone : `${phone} (${count})`;
    const row = { id, name, email, phone, role: 'visitor' as const, ...identity };
    if (await insertUserUnlessEmailTaken(tx, row)) return id;
    const other = await findUserByEmail(tx, email);
    if (other?.role !== 'visitor')
      throw appError('CANNOT_TAKE_KEYS', { name: other?.name ?? name });
  }
}

type Visitor = typeof visitors.$inferSelect;

/** Locks the keys first, as every handover does. */
async function lockVisitor(tx: Transaction, userId: string): Promise<Visitor | undefined> {
  await tx.query(
    `SELECT FROM keys WHERE id IN (SELECT key_id FROM loans WHERE holder_id = $1
                                      AND returned_at IS NULL) ORDER BY id FOR UPDATE`,
    [userId],
  );
  const [known] = await tx.orm
    .select()
    .from(visitors)
    .where(eq(visitors.userId, userId))
    .for('update');
  return known;
}

/** Makes a visitor's keys due by the end of the visit; false if they were. */
async function endLoansBy(tx: Transaction, userId: string, end: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    `WITH moved AS (
       UPDATE loans SET due_at = $2, extended = 0,
                        grace_until = $2::timestamptz + coalesce(grace_until - due_at, '0')
        WHERE holder_id = $1 AND returned_at IS NULL AND coalesce(due_at > $2, true)
       RETURNING key_id)
     UPDATE keys SET version = version + 1 FROM moved WHERE keys.id = moved.key_id`,
    [userId, end],
  );
  return rowCount !== 0;
}

type Entry = { desk: User; given: NewVisitor };

/** Keeps the sponsor's answer. */
async function shortenVisit(tx: Transaction, userId: string, entry: Entry): Promise<void> {
  await tx.query('UPDATE visitors SET valid_until = $2 WHERE user_id = $1', [
    userId,
    entry.given.validUntil,
  ]);
  await recordEntry(tx, userId, entry);
}

async function recordEntry(tx: Transaction, id: string, { desk, given }: Entry): Promise<void> {
  const { name, phone, organisation, sponsorId, validUntil } = given;
  await recordAudit(tx, {
    action: 'enter-visitor',
    actorId: desk.id,
    subjectId: id,
    details: { sponsorId, validUntil },
    personal: { name, phone, organisation },
  });
}

/** Whether the sponsor has confirmed the same or a longer visit, or has refused. */
function isAnswered(known: Visitor, { name, organisation, validUntil, sponsorId }: NewVisitor) {
  if (known.sponsorId !== sponsorId) return false;
  return (
    refuses(known.answer) ||
    (vouches(known.answer) &&
      isCalled(known, { name, organisation }) &&
      new Date(validUntil) <= known.validUntil)
  );
}

/** Ignores case. */
function isCalled(
  known: Pick<Visitor, 'name' | 'organisation'>,
  { name, organisation }: Pick<NewVisitor, 'name' | 'organisation'>,
) {
  return isSameText(known.name, name) && isSameText(known.organisation ?? '', organisation ?? '');
}

function isSameText(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** An admin's permission remains for the same name and sponsor. */
function isVouched(known: Visitor | undefined, given: NewVisitor): boolean {
  return known?.vouched === true && isCalled(known, given) && known.sponsorId === given.sponsorId;
}

/**
 * A refused visitor keeps the name that was refused. With keys out, name and sponsor stay, because
 * the notified sponsor vouches for them until the keys are returned.
 */
async function requireSame(
  tx: Transaction,
  { known, name }: { known: Visitor; name: string },
  given: NewVisitor,
): Promise<void> {
  const isSame = isCalled(known, given);
  if (!isSame && known.refusedBy.length > 0)
    throw appError('VISITOR_KEEPS_NAME', { name, why: 'refused' });
  const out = await tx.first<{ sponsor: string; sponsorMayBorrow: boolean }>(
    `SELECT s.name AS sponsor, ${mayBorrowSql('s')} AS "sponsorMayBorrow"
       FROM visitors v JOIN users s ON s.id = v.sponsor_id
      WHERE v.user_id = $1
        AND EXISTS (SELECT FROM loans WHERE holder_id = $1 AND returned_at IS NULL)`,
    [known.userId],
  );
  if (out && !isSame) throw appError('VISITOR_KEEPS_NAME', { name, why: 'keys' });
  if (out?.sponsorMayBorrow && given.sponsorId !== known.sponsorId)
    throw appError('VISITOR_HAS_KEYS', { name, sponsor: out.sponsor });
}

async function storeVisitor(
  tx: Transaction,
  { userId, askId, vouched, ...given }: NewVisitor & Asked,
): Promise<void> {
  const { name, organisation, sponsorId, validUntil } = given;
  const asked = {
    name,
    organisation: organisation || null,
    sponsorId,
    validUntil: new Date(validUntil),
    askId,
    vouched,
  };
  await tx.orm
    .insert(visitors)
    .values({ userId, ...asked })
    .onConflictDoUpdate({
      target: visitors.userId,
      // A sponsor's refusal remains.
      set: {
        ...asked,
        answer: sql`CASE WHEN ${sponsorId} = ANY (visitors.refused_by) THEN ${refusal} END`,
      },
    });
}

type Asked = { userId: string; askId: string; vouched: boolean };
