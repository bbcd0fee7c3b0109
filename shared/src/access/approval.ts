import type { Role } from '../users/role.ts';

/** Who decides about a key's requests; null where there is nobody, or nobody who can decide now. */
export type Approvers = {
  owner: Approver | null;
  /** The head of the key's department. */
  head: Approver | null;
};
export type Approver = { id: string; name: string };

/** How many open hours those who are asked have; then the request goes one step up. */
export const approvalHours = 4;

/** How far up a request went: 0 the owner, 1 the head of the department, 2 the admins. */
export type ApprovalStep = 0 | 1 | 2;

/** The step at which a request is now: whoever is not there is passed over (`who-approves`). */
export function stepNow(reached: ApprovalStep, approvers: Approvers): ApprovalStep {
  const { owner, head } = withoutRepeats(approvers);
  if (reached === 0 && owner) return 0;
  return reached < 2 && head ? 1 : 2;
}

/** Who is asked at this step; null: the admins. */
export function askedAt(step: ApprovalStep, approvers: Approvers): Approver | null {
  const { owner, head } = withoutRepeats(approvers);
  return [owner, head, null][step] ?? null;
}

/** The step after this one; null after the last. */
export function stepAfter(step: ApprovalStep, approvers: Approvers): ApprovalStep | null {
  return step === 2 ? null : stepNow(step === 0 ? 1 : 2, approvers);
}

/**
 * Whether a person may decide about a request that is at this step (`who-approves`): whoever is or was
 * asked, and admins always, but nobody about their own.
 */
export function mayDecide(
  { id, role }: { id: string; role: Role },
  {
    requesterId,
    step,
    approvers,
  }: { requesterId: string; step: ApprovalStep; approvers: Approvers },
): boolean {
  if (id === requesterId) return false;
  const { owner, head } = approvers;
  return role === 'admin' || id === owner?.id || (id === head?.id && step >= 1);
}

/** Nobody is asked a second time. */
function withoutRepeats({ owner, head }: Approvers): Approvers {
  return { owner, head: head?.id === owner?.id ? null : head };
}
