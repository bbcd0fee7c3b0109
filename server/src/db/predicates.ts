import { maxDutyHours } from '@keydesk/shared/duty/duty';
import { getsKeys, type Role, roles, rolesThatMay } from '@keydesk/shared/http/roles';
import { incidentKinds, resolutions } from '@keydesk/shared/keys/incident-kinds';
import { returnTypes } from '@keydesk/shared/loans/loan-kinds';
import { leastDigits } from '@keydesk/shared/people/visitor';
import { isKind, isOtherKind } from './kinds-sql.ts';
import { holderName } from './rows.ts';
import { foldedText } from './sql-text.ts';

/**
 * SQL of rules that several statements ask, each of a row by its alias. Where a rule depends on the
 * time, `at` is an expression of the moment. An alias may also be the name of the table.
 */

/** Whether somebody is there and may sign in. */
export function isActive(person: string): string {
  return `(${person}.deleted_at IS NULL AND ${person}.suspended_at IS NULL)`;
}

/** Whether somebody is active and has a role that takes keys. */
export function takesKeys(person: string): string {
  return `(${isActive(person)} AND ${hasRole(person, rolesThatMay('borrowKeys'))})`;
}

function hasRole(person: string, among: readonly Role[]): string {
  return `${person}.role IN (${among.map((role) => `'${role}'`).join(', ')})`;
}

/** Whether somebody gets keys and is registered: `mayBorrow` of `shared/http/roles`. */
export function mayBorrow(person: string): string {
  const gets = hasRole(person, roles.filter(getsKeys));
  return `(${isActive(person)} AND ${gets} AND (${person}.role <> 'faculty'
    OR (${person}.department IS NOT NULL AND ${person}.faculty_id IS NOT NULL)))`;
}

/** Whether a loan is open and its holder's own: while they dispute it, the key is with somebody else. */
export function isHeldLoan(loan: string): string {
  return `(${loan}.returned_at IS NULL AND NOT ${isDisputed(`${loan}.id`)})`;
}

/** Whether its holder says that a loan was not theirs, and no admin has settled that. */
export function isDisputed(loanId: string): string {
  return `EXISTS (SELECT FROM loan_disputes dispute
    WHERE dispute.loan_id = ${loanId} AND dispute.settled_at IS NULL)`;
}

/** Whether a loan counts as a use of its key: not if its hand-out was undone, or not its holder's. */
export function isUse(loan: string): string {
  return `(${isOtherKind(`${loan}.return_type`, returnTypes, { isUse: false })})`;
}

/** Whether an incident was reported of a loan whose hand-out never was. */
export function isOfNoUse(incident: string): string {
  return `EXISTS (SELECT FROM loans never WHERE never.id = ${incident}.loan_id AND NOT ${isUse('never')})`;
}

/** Whether a key was out on this loan at a moment (`who-had-it`). */
export function wasOut(loan: string, at: string): string {
  return `(${loan}.taken_at <= ${at} AND (${loan}.returned_at IS NULL OR ${loan}.returned_at > ${at})
    AND ${isUse(loan)})`;
}

/** Whether a loan that is over ended with its key at the desk. */
export function cameBack(loan: string): string {
  return `(${isKind(`${loan}.return_type`, returnTypes, { cameBack: true })})`;
}

/** Whether a scan of a count says that its key was there: not if it was taken back, or the count abandoned. */
export function isSeen(scan: string): string {
  return `(${scan}.removed_at IS NULL AND NOT EXISTS (SELECT FROM counts given_up
    WHERE given_up.id = ${scan}.count_id AND given_up.abandoned_at IS NOT NULL))`;
}

/** When a key was last in somebody's hand at the desk: a handover, or a count that saw it. */
export function lastSeenOf(key: string): string {
  return `greatest(
    (SELECT CASE WHEN ${cameBack('s')} THEN s.returned_at ELSE s.taken_at END
       FROM loans s WHERE s.key_id = ${key}.id AND ${isUse('s')}
      ORDER BY s.returned_at DESC LIMIT 1),
    (SELECT max(s.at) FROM count_scans s WHERE s.key_id = ${key}.id AND ${isSeen('s')}))`;
}

/**
 * Since when, at a moment, a key that should hang was not seen: a count missed it, and from its
 * begin until the moment no handover or count had it in hand, nobody reported it, and nobody said
 * that it is there. Null of a key that was seen.
 */
export function notSeenSince(key: string, at = "'infinity'"): string {
  const since = (moment: string) => `${moment} BETWEEN c.begun_at AND ${at}`;
  return `(SELECT min(miss.at) FROM count_misses miss JOIN counts c ON c.id = miss.count_id
    WHERE miss.key_id = ${key}.id AND miss.at <= ${at}
      AND NOT EXISTS (SELECT FROM count_misses said WHERE said.key_id = ${key}.id
                       AND ${since('said.ended_at')})
      AND NOT EXISTS (SELECT FROM loans s WHERE s.key_id = ${key}.id AND ${isUse('s')}
                       AND s.taken_at <= ${at} AND coalesce(s.returned_at, 'infinity') >= c.begun_at)
      AND NOT EXISTS (SELECT FROM count_scans s WHERE s.key_id = ${key}.id
                       AND ${isSeen('s')} AND ${since('s.at')})
      AND NOT EXISTS (SELECT FROM incidents s WHERE s.key_id = ${key}.id AND NOT ${isOfNoUse('s')}
                       AND (${since('s.reported_at')} OR ${since('s.resolved_at')})))`;
}

/** Of a key that is retired, what became of it: a `StoredRetiredKey`; null of any other. */
export function retiredOf(key: string): string {
  return `CASE WHEN ${key}.deleted_at IS NOT NULL THEN json_build_object(
    'keyNumber', ${key}.key_number, 'at', ${key}.deleted_at,
    'how', coalesce((SELECT resolution FROM incidents WHERE key_id = ${key}.id
                        AND ${isKind('resolution', resolutions, { retires: true })} LIMIT 1), 'removed'),
    'lastHolder', (SELECT CASE WHEN NOT ${isDisputed('l.id')} THEN
                          json_build_object('id', had.id, 'name', ${holderName('l', 'had')}) END
                     FROM loans l JOIN users had ON had.id = l.holder_id
                    WHERE l.key_id = ${key}.id AND ${isUse('l')}
                    ORDER BY l.taken_at DESC, l.returned_at DESC LIMIT 1),
    'replacedBy', (SELECT json_build_object('id', n.id, 'keyNumber', n.key_number) FROM keys n
                    WHERE lower(n.key_number) = lower(${key}.key_number)
                      AND n.deleted_at IS NULL)) END`;
}

/** What was reported of a key at a moment; null if nothing was. */
export function reportedOf(key: string, at: string): string {
  return `(SELECT kind FROM incidents WHERE key_id = ${key}.id AND reported_at <= ${at}
    AND (resolved_at IS NULL OR resolved_at > ${at}))`;
}

/** Which a key is, by its open loan and open incident: `standingOf` of `shared/keys/key`. */
export function standingOf(loan: string, incident: string): string {
  return `(CASE WHEN ${loan}.id IS NOT NULL THEN 'out'
    WHEN ${incident}.blocks THEN 'reported' ELSE 'hanging' END)`;
}

/** Whether an incident says that nobody knows where its key is. */
export function isGone(incident: string): string {
  return isKind(`${incident}.kind`, incidentKinds, { isGone: true });
}

/** Whether nobody is reminded of a key while this incident of it is open. */
export function quietsReminders(incident: string): string {
  return isKind(`${incident}.kind`, incidentKinds, { quietsReminders: true });
}

/** As what the key of a loan is reported, if nobody is reminded of it for that; else null. */
export function quietKindOf(loan: string): string {
  return `(SELECT lost.kind FROM incidents lost WHERE lost.key_id = ${loan}.key_id
    AND ${quietsReminders('lost')} AND lost.resolved_at IS NULL)`;
}

/** Whether the key of a loan is reported lost, so that nobody is reminded of it. */
export function isReportedLost(loan: string): string {
  return `(${quietKindOf(loan)} IS NOT NULL)`;
}

/** Whether an open loan should be back by now; never while it has no due time. */
export function isOverdue(loan: string, at: string): string {
  return `coalesce(${loan}.grace_until <= ${at}, false)`;
}

/** Whether nobody ended a membership of a group: its period may begin later, or be over. */
export function isKeptMembership(membership: string): string {
  return `(${membership}.ended_at IS NULL)`;
}

/** Whether a membership of a group holds. */
export function isMember(membership: string, at: string): string {
  return `(${isKeptMembership(membership)} AND ${isWithin(membership, at)})`;
}

/** Whether a grant lets its person take the key once more. */
export function isUsableGrant(grant: string, at: string): string {
  return `(${grant}.revoked_at IS NULL AND ${isWithin(grant, at)}
    AND (${grant}.uses_left IS NULL OR ${grant}.uses_left > 0))`;
}

/**
 * Whether a grant is not over; it may begin later. One that is used up lasts while its person has
 * the key out by it.
 */
export function isActiveGrant(grant: string): string {
  return `(${grant}.revoked_at IS NULL AND (${grant}.valid_until IS NULL OR ${grant}.valid_until > now())
    AND (${grant}.uses_left IS NULL OR ${grant}.uses_left > 0
      OR EXISTS (SELECT FROM loans out
                  WHERE out.key_id = ${grant}.key_id AND out.holder_id = ${grant}.user_id
                    AND out.returned_at IS NULL AND out.taken_at = ${grant}.used_up_at)))`;
}

/** Whether the moment is in the period of a membership, a grant or a rule. */
export function isWithin(period: string, at: string): string {
  return `(${period}.valid_from <= ${at} AND (${period}.valid_until IS NULL OR ${period}.valid_until > ${at}))`;
}

/** Whether a duty is going on. */
export function isOpenDuty(duty: string): string {
  return `(${duty}.ended_at IS NULL
    AND ${duty}.begun_at > clock_timestamp() - interval '${maxDutyHours} hours')`;
}

/** Whether somebody is a guard who may be on duty. */
export function isGuard(person: string): string {
  return `(${isActive(person)} AND ${person}.role = 'security')`;
}

/** Who hears of what concerns somebody: of a visitor their sponsor, who answers for them. */
function recipientFor(person: string): string {
  return `coalesce((SELECT answering.sponsor_id FROM visitors answering
                     WHERE answering.user_id = ${person}), ${person})`;
}

/** Who answered for a visitor when they got a key, while that one is active. */
export function sponsorThen(loan: string): string {
  return `(SELECT answered.id FROM users answered
            WHERE answered.id = ${loan}.sponsor_id AND ${isActive('answered')})`;
}

/** Who hears of a loan and may object to it. */
export function recipientOf(loan: string): string {
  return `coalesce(${sponsorThen(loan)}, ${recipientFor(`${loan}.holder_id`)})`;
}

/** What messages call a visitor: 'Ravi of Voltas'. */
export function visitorName(visitor: string): string {
  return `concat_ws(' of ', ${visitor}.name, ${visitor}.organisation)`;
}

/** The same as at the hand-out. */
export function visitorNameThen(loan: string): string {
  return `regexp_replace(${loan}.holder_name, ' \\(visitor\\)$', '')`;
}

/**
 * The ids of those who refused a visitor `v`, who is the user `u`: this one, somebody else with the
 * phone number, or, of the sponsor, somebody of the same name.
 */
export function refusersOf(v: string, u: string): string {
  return `(SELECT unnest(${v}.refused_by)
     UNION SELECT refuser.id
       FROM visitors other JOIN users named ON named.id = other.user_id
      CROSS JOIN unnest(other.refused_by) AS refuser (id)
      WHERE other.user_id <> ${v}.user_id
        AND (${isSamePhone('named.phone', `${u}.phone`)} OR (refuser.id = ${v}.sponsor_id
          AND ${foldedText('other.name')} = ${foldedText(`${v}.name`)})))`;
}

/** Whether two phone numbers of visitors are one: `isSamePhone` of `shared/people/visitor`. */
export function isSamePhone(one: string, other: string): string {
  const [a, b] = [`ltrim(${one}, '+0')`, `ltrim(${other}, '+0')`];
  return `(CASE WHEN left(${one}, 1) = '+' AND left(${other}, 1) = '+' THEN ${one} = ${other}
    ELSE ${a} = ${b} OR (least(length(${a}), length(${b})) >= ${leastDigits}
      AND right(${a}, length(${b})) = right(${b}, length(${a}))) END)`;
}
