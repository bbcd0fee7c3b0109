import { appError } from '@keydesk/shared/core/errors';
import {
  refusal,
  type VisitorAnswer,
  visitorAnswers,
  vouches,
} from '@keydesk/shared/core/visitor-answers';
import { deskRoles } from '@keydesk/shared/http/roles';
import type { User } from '@keydesk/shared/people/user';
import type { ActionLimits } from '../../core/action-limits.ts';
import { recordAudit } from '../../core/audit/record.ts';
import type { Named } from '../../core/messages/messages.ts';
import { notify } from '../../core/messages/notify.ts';
import { type Transaction, transact } from '../../db/client.ts';
import { isKind, quoted } from '../../db/kinds-sql.ts';
import { refusersOf, visitorName } from '../../db/predicates.ts';
import { listUserIdsByRole } from '../people/index.ts';
import { type AccessDeps, announceRecalled, changeAccess, restateRecalls } from './recall.ts';

/**
 * Stores a sponsor's answer about a visitor, which they may change at any time. Only the latest
 * question can be answered, and only by the sponsor. A refusal recalls the visitor's keys and
 * notifies the desk and the admins (`sponsors-word`).
 */
export async function answerVisitor(
  deps: AccessDeps & { actionLimits: ActionLimits },
  caller: User,
  askId: string,
  answer: VisitorAnswer,
): Promise<void> {
  const asked = 'SELECT user_id AS id, answer FROM visitors WHERE ask_id = $1 AND sponsor_id = $2';
  const values = [askId, caller.id];
  const visitor = await deps.db.first<{ id: string }>(asked, values);
  if (!visitor) throw appError('VISITOR_NOT_FOUND');
  const { result } = await changeAccess(deps, caller, { holderId: visitor.id }, async (tx) => {
    const keys = await restateRecalls(tx, visitor.id, { isRefused: !vouches(answer) });
    const before = await tx.first<{ answer: VisitorAnswer | null }>(`${asked} FOR UPDATE`, values);
    if (!before) throw appError('VISITOR_NOT_FOUND');
    if (before.answer === answer) return { keys, deliveries: [] };
    await deps.actionLimits.count('answer-visitor', askId, tx);
    await recordAudit(tx, {
      action: 'answer-visitor',
      actorId: caller.id,
      subjectId: visitor.id,
      details: { answer },
    });
    if (vouches(answer)) {
      await tx.query(
        `UPDATE visitors SET answer = $3, vouched = true,
                             refused_by = array_remove(refused_by, $2)
          WHERE user_id = $1`,
        [visitor.id, caller.id, answer],
      );
      return { keys, deliveries: [] };
    }
    const facts = await refuseVisitor(tx, caller, visitor.id);
    const notices = (await listUserIdsByRole(tx, deskRoles)).map((userId) => ({
      userId,
      template: 'sponsor-refuses' as const,
      facts,
    }));
    return { keys, deliveries: await notify(tx, notices) };
  });
  announceRecalled(deps.publisher, { keys: result.keys, deliveries: [] });
  deps.publisher.notified(result.deliveries);
  deps.publisher.campusChanged('access');
}

/** A visitor without a sponsor's consent, and their recalled keys. */
export type RefusedVisitor = { sponsor: Named; person: Named; keyNumbers: string[] };

/**
 * Stores the refusal of a current or former sponsor until they or an admin change it. Call it
 * within `recallWithoutAccess`, which recalls the visitor's keys.
 */
export async function refuseVisitor(
  tx: Transaction,
  { id: sponsorId, name }: Named,
  visitorId: string,
): Promise<RefusedVisitor> {
  const refused = await tx.first<{ called: string; keyNumbers: string[] }>(
    `UPDATE visitors v
        SET answer = CASE WHEN sponsor_id = $2 THEN ${quoted(refusal)} ELSE answer END,
            vouched = vouched AND sponsor_id <> $2,
            refused_by = array_append(array_remove(refused_by, $2), $2)
      WHERE user_id = $1
     RETURNING ${visitorName('v')} AS called,
               ARRAY(SELECT key_number FROM loans l JOIN keys k ON k.id = l.key_id
                      WHERE l.holder_id = $1 AND l.returned_at IS NULL
                        AND (l.recalled_at IS NOT NULL OR l.sponsor_id = $2
                             OR ${isKind('v.answer', visitorAnswers, { vouches: false })})
                      ORDER BY 1) AS "keyNumbers"`,
    [visitorId, sponsorId],
  );
  if (!refused) throw appError('VISITOR_NOT_FOUND');
  const { called, keyNumbers } = refused;
  return {
    sponsor: { id: sponsorId, name },
    person: { id: visitorId, name: called },
    keyNumbers,
  };
}

/**
 * Lets a refused visitor have keys again and notifies the sponsor who refused; the current sponsor
 * counts as not having answered.
 */
export async function allowVisitor(
  { db, publisher }: AccessDeps,
  admin: User,
  visitorId: string,
): Promise<void> {
  const { keys, deliveries } = await transact(db, async (tx) => {
    const keys = await restateRecalls(tx, visitorId, { isRefused: false });
    const visitor = await tx.first<{ refusers: string[]; called: string }>(
      `WITH refused AS (
         SELECT v.user_id, v.refused_by AS refusers, ARRAY(${refusersOf('v', 'u')}) AS by
           FROM visitors v JOIN users u ON u.id = v.user_id
          WHERE v.user_id = $1 AND (NOT v.vouched OR v.refused_by <> '{}') FOR UPDATE OF v)
       UPDATE visitors v SET refused_by = '{}', vouched = true,
              answer = CASE WHEN ${isKind('answer', visitorAnswers, { vouches: true })} THEN answer END
         FROM refused WHERE v.user_id = refused.user_id AND refused.by <> '{}'
       RETURNING refused.refusers, ${visitorName('v')} AS called`,
      [visitorId],
    );
    if (!visitor) throw appError('VISITOR_NOT_REFUSED');
    await recordAudit(tx, { action: 'allow-visitor', actorId: admin.id, subjectId: visitorId });
    const facts = {
      admin: { id: admin.id, name: admin.name },
      person: { id: visitorId, name: visitor.called },
    };
    const notices = visitor.refusers.map(
      (userId) => ({ userId, template: 'visitor-allowed', facts }) as const,
    );
    return { keys, deliveries: await notify(tx, notices) };
  });
  announceRecalled(publisher, { keys, deliveries: [] });
  publisher.notified(deliveries);
  publisher.campusChanged('access');
}
