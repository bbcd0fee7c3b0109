import { maxDutyHours } from '@keydesk/shared/duty/duty';
import { getsKeys, type Role, roles, rolesThatMay } from '@keydesk/shared/http/roles';
import { incidentKinds, resolutions } from '@keydesk/shared/keys/incident-kinds';
import { returnTypes } from '@keydesk/shared/loans/loan-kinds';
import { leastDigits } from '@keydesk/shared/people/visitor';
import { isKind, isOtherKind } from './kinds-sql.ts';
import { holderName } from './rows.ts';
import { foldedText } from './sql-text.ts';

/**
 * SQL for rules that several statements use, each for a row by its alias. `at` is an SQL expression
 * of the moment. An alias may also be the table's name.
 */

/** Neither deleted nor suspended. */
export function isActive(person: string): string {
  return `(${person}.deleted_at IS NULL AND ${person}.suspended_at IS NULL)`;
}

/** Active, with a role that borrows keys. */
export function takesKeys(person: string): string {
  return `(${isActive(person)} AND ${hasRole(person, rolesThatMay('borrowKeys'))})`;
}

function hasRole(person: string, among: readonly Role[]): string {
  return `${person}.role IN (${among.map((role) => `'${role}'`).join(', ')})`;
}

/** Registered, too: `mayBorrow` of `shared/http/roles`. */
export function mayBorrow(person: string): string {
  const gets = hasRole(person, roles.filter(getsKeys));
  return `(${isActive(person)} AND ${gets} AND (${person}.role <> 'faculty'
    OR (${person}.department IS NOT NULL AND ${person}.faculty_id IS NOT NULL)))`;
}

/** Whether a loan is open and undisputed: a disputed key is with another person. */
export function isHeldLoan(loan: string): string {
  return `(${loan}.returned_at IS NULL AND NOT ${isDisputed(`${loan}.id`)})`;
}

/** Whether a dispute about the loan is open. */
export function isDisputed(loanId: string): string {
  return `EXISTS (SELECT FROM loan_disputes dispute
    WHERE dispute.loan_id = ${loanId} AND dispute.settled_at IS NULL)`;
}

/** Whether a loan counts as a use: its hand-out was neither undone nor another person's. */
export function isUse(loan: string): string {
  return `(${isOtherKind(`${loan}.return_type`, returnTypes, { isUse: false })})`;
}

/** Whether an incident belongs to a loan whose hand-out was undone. */
export function isOfNoUse(incident: string): string {
  return `EXISTS (SELECT FROM loans never WHERE never.id = ${incident}.loan_id AND NOT ${isUse('never')})`;
}

/** Whether a key was out on this loan at a moment (`who-had-it`). */
export function wasOut(loan: string, at: string): string {
  return `(${loan}.taken_at <= ${at} AND (${loan}.returned_at IS NULL OR ${loan}.returned_at > ${at})
    AND ${isUse(loan)})`;
}

/** Whether a closed loan ended with its key at the desk. */
export function cameBack(loan: string): string {
  return `(${isKind(`${loan}.return_type`, returnTypes, { cameBack: true })})`;
}

/** Whether a scan counts: neither removed nor of an abandoned count. */
export function isSeen(scan: string): string {
  return `(${scan}.removed_at IS NULL AND NOT EXISTS (SELECT FROM counts given_up
    WHERE given_up.id = ${scan}.count_id AND given_up.abandoned_at IS NOT NULL))`;
}

/**
 * The desk where a key was last put, until a moment: by a return or a count. Null for its home. With
 * `but`, the return of that loan is ignored.
 */
export function lastDeskOf(keyId: string, at = "'infinity'", but = 'NULL'): string {
  // A limit for each, because the sum of both would be sorted: a key may have 80,000 loans.
  return `(SELECT desk_id FROM (
    (SELECT return_desk_id AS desk_id, returned_at AS at FROM loans back
      WHERE back.key_id = ${keyId} AND back.id IS DISTINCT FROM ${but} AND ${cameBack('back')}
        AND returned_at <= ${at} ORDER BY returned_at DESC LIMIT 1)
    UNION ALL
    (SELECT details ->> 'deskId', e.at FROM audit_events e
      WHERE e.key_id = ${keyId} AND action IN ('back-home', 'send-home')
        AND e.at <= ${at} ORDER BY e.at DESC LIMIT 1)) put
   ORDER BY put.at DESC LIMIT 1)`;
}

/** The last handover of a key, or the last count that saw it. */
export function lastSeenOf(key: string): string {
  return `greatest(
    (SELECT CASE WHEN ${cameBack('s')} THEN s.returned_at ELSE s.taken_at END
       FROM loans s WHERE s.key_id = ${key}.id AND ${isUse('s')}
      ORDER BY s.returned_at DESC LIMIT 1),
    (SELECT max(s.at) FROM count_scans s WHERE s.key_id = ${key}.id AND ${isSeen('s')}))`;
}

/**
 * The time of the count that missed a key, at a moment: since that count began, no handover or
 * count has seen it, and it was neither reported nor confirmed to be there. Null for a seen key.
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

/** A `StoredRetiredKey` for a retired key; null for any other. */
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

/** The kind of a key's open report at a moment, or null. */
export function reportedOf(key: string, at: string): string {
  return `(SELECT kind FROM incidents WHERE key_id = ${key}.id AND reported_at <= ${at}
    AND (resolved_at IS NULL OR resolved_at > ${at}))`;
}

/** By open loan and open incident: `standingOf` of `shared/keys/key`. */
export function standingOf(loan: string, incident: string): string {
  return `(CASE WHEN ${loan}.id IS NOT NULL THEN 'out'
    WHEN ${incident}.blocks THEN 'reported' ELSE 'hanging' END)`;
}

/** Whether the incident means that the key's place is unknown. */
export function isGone(incident: string): string {
  return isKind(`${incident}.kind`, incidentKinds, { isGone: true });
}

/** Whether this open incident suspends reminders about its key. */
export function quietsReminders(incident: string): string {
  return isKind(`${incident}.kind`, incidentKinds, { quietsReminders: true });
}

/** The kind of an open incident that suspends reminders about a loan's key, or null. */
export function quietKindOf(loan: string): string {
  return `(SELECT lost.kind FROM incidents lost WHERE lost.key_id = ${loan}.key_id
    AND ${quietsReminders('lost')} AND lost.resolved_at IS NULL)`;
}

/** Whether a loan's key is reported lost, so that reminders are suspended. */
export function isReportedLost(loan: string): string {
  return `(${quietKindOf(loan)} IS NOT NULL)`;
}

/** False without a due time. */
export function isOverdue(loan: string, at: string): string {
  return `coalesce(${loan}.grace_until <= ${at}, false)`;
}

/** Whether a membership was not ended; it may start later or have expired. */
export function isKeptMembership(membership: string): string {
  return `(${membership}.ended_at IS NULL)`;
}

export function isMember(membership: string, at: string): string {
  return `(${isKeptMembership(membership)} AND ${isWithin(membership, at)})`;
}

/** Whether a grant allows another hand-out. */
export function isUsableGrant(grant: string, at: string): string {
  return `(${grant}.revoked_at IS NULL AND ${isWithin(grant, at)}
    AND (${grant}.uses_left IS NULL OR ${grant}.uses_left > 0))`;
}

/** It may start later. A used-up grant lasts while its person has the key by it. */
export function isActiveGrant(grant: string): string {
  return `(${grant}.revoked_at IS NULL AND (${grant}.valid_until IS NULL OR ${grant}.valid_until > now())
    AND (${grant}.uses_left IS NULL OR ${grant}.uses_left > 0
      OR EXISTS (SELECT FROM loans out
                  WHERE out.key_id = ${grant}.key_id AND out.holder_id = ${grant}.user_id
                    AND out.returned_at IS NULL AND out.taken_at = ${grant}.used_up_at)))`;
}

/** Whether the moment is in the period of a membership, grant or rule. */
export function isWithin(period: string, at: string): string {
  return `(${period}.valid_from <= ${at} AND (${period}.valid_until IS NULL OR ${period}.valid_until > ${at}))`;
}

export function isOpenDuty(duty: string): string {
  return `(${duty}.ended_at IS NULL
    AND ${duty}.begun_at > clock_timestamp() - interval '${maxDutyHours} hours')`;
}

/** Whether a person is a guard who may be on duty. */
export function isGuard(person: string): string {
  return `(${isActive(person)} AND ${person}.role = 'security')`;
}

/** A person's notifications go to themselves, a visitor's to their sponsor. */
function recipientFor(person: string): string {
  return `coalesce((SELECT answering.sponsor_id FROM visitors answering
                     WHERE answering.user_id = ${person}), ${person})`;
}

/** The visitor's sponsor at the hand-out, if still active. */
export function sponsorThen(loan: string): string {
  return `(SELECT answered.id FROM users answered
            WHERE answered.id = ${loan}.sponsor_id AND ${isActive('answered')})`;
}

/** Who is notified about a loan and may dispute it. */
export function recipientOf(loan: string): string {
  return `coalesce(${sponsorThen(loan)}, ${recipientFor(`${loan}.holder_id`)})`;
}

/** 'Ravi of Voltas' */
export function visitorName(visitor: string): string {
  return `concat_ws(' of ', ${visitor}.name, ${visitor}.organisation)`;
}

/** The visitor's name at the hand-out. */
export function visitorNameThen(loan: string): string {
  return `regexp_replace(${loan}.holder_name, ' \\(visitor\\)$', '')`;
}

/**
 * Ids of people who refused visitor `v`, user `u`: this one, another with the phone number, or the
 * sponsor's visitor of the same name.
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

/** Whether two visitors' phone numbers are equal: `isSamePhone` of `shared/people/visitor`. */
export function isSamePhone(one: string, other: string): string {
  const [a, b] = [`ltrim(${one}, '+0')`, `ltrim(${other}, '+0')`];
  return `(CASE WHEN left(${one}, 1) = '+' AND left(${other}, 1) = '+' THEN ${one} = ${other}
    ELSE ${a} = ${b} OR (least(length(${a}), length(${b})) >= ${leastDigits}
      AND right(${a}, length(${b})) = right(${b}, length(${a}))) END)`;
}
