import type { ApprovalStep, Approvers } from '@keydesk/shared/access/requests';
import { rolesThatMay } from '@keydesk/shared/http/roles';
import type { Transaction } from '../../db/client.ts';
import { takesKeys } from '../../db/predicates.ts';
import { listUserIdsByRole } from '../people/index.ts';

export type ApproverColumns = {
  ownerId: string | null;
  ownerName: string | null;
  headId: string | null;
  headName: string | null;
};

/** SQL; needs `approverJoins`. */
export const approverColumns = `
  owner.id AS "ownerId", owner.name AS "ownerName", head.id AS "headId", head.name AS "headName"`;

/** SQL that joins the owner of key `k` and its department's head, if they can decide now. */
export const approverJoins = `
  LEFT JOIN departments department ON department.code = k.department
  LEFT JOIN users owner ON owner.id = k.owner_id AND ${takesKeys('owner')}
  LEFT JOIN users head ON head.id = department.head_id AND ${takesKeys('head')}`;

/** SQL for the name of the first approver of key `k` for `person`; null: the admins. */
export function approverNameFor(person: string): string {
  return askedFirst('u.name', person);
}

/** SQL for what the first approver is of key `k`; null: the admins. */
export function approverKindFor(person: string): string {
  return askedFirst(`CASE step.nth WHEN 0 THEN 'its-owner' ELSE 'its-head' END`, person);
}

/** Skips people who cannot decide, and the person themselves. */
function askedFirst(column: string, person: string): string {
  return `(SELECT ${column}
            FROM (VALUES (0, k.owner_id),
                         (1, (SELECT head_id FROM departments WHERE code = k.department)))
                 AS step (nth, id)
            JOIN users u ON u.id = step.id
           WHERE u.id <> ${person}.id AND ${takesKeys('u')}
           ORDER BY step.nth LIMIT 1)`;
}

/** The approvers of this person's request; people never approve their own (`who-approves`). */
export function approversOf(columns: ApproverColumns, requesterId: string): Approvers {
  const { ownerId, ownerName, headId, headName } = columns;
  return {
    owner: ownerId && ownerId !== requesterId ? { id: ownerId, name: ownerName ?? '' } : null,
    head: headId && headId !== requesterId ? { id: headId, name: headName ?? '' } : null,
  };
}

export async function listAsked(
  tx: Transaction,
  step: ApprovalStep,
  { owner, head }: Approvers,
  requesterId: string,
): Promise<string[]> {
  if (step === 0 && owner) return [owner.id];
  if (step === 1 && head) return [head.id];
  const admins = await listUserIdsByRole(tx, rolesThatMay('administer'));
  return admins.filter((id) => id !== requesterId);
}
