import type { Decision, Statement } from '../../db/client.ts';
import type { KeyChange } from '../../realtime/publisher.ts';
import { type Notice, type OlderUnread, toldOf } from '../notifications/notifications.service.ts';
import type { HandoverDeps } from './handover-deps.ts';
import type { HandoverRow, UsedCode } from './handovers.repository.ts';

/** A handover that has been decided: how it is done, what it comes to, and whom it concerns. */
export type Plan<Done> = {
  /** Does all of it, and uses a code up if one is given. */
  statement: (used: UsedCode | null) => Statement;
  done: Done;
  changes: readonly KeyChange[];
  notices: readonly Notice[];
};

/** A committed handover, of which nobody has been told yet. */
export type Committed<Done> = { plan: Plan<Done>; olderUnread: OlderUnread };

/** Carries a plan out without any code. */
export const carryOut = <Done>(plan: Plan<Done>): Decision<Committed<Done>, HandoverRow> => ({
  write: plan.statement(null),
  outcome: (row) => ({ plan, olderUnread: row.older_unread }),
});

/** Tells open pages and the people concerned of a handover; answers what was done. */
export const publish = <Done>(
  { publisher }: HandoverDeps,
  { plan, olderUnread }: Committed<Done>,
): Done => {
  publisher.handedOver(plan.changes, toldOf(plan.notices, olderUnread));
  return plan.done;
};
