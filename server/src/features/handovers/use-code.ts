import { type KeydeskError, refusal } from '@keydesk/shared/errors';
import type { ScanShape } from '@keydesk/shared/handovers/scan-shape';
import type { User } from '@keydesk/shared/users/user';
import { type Decision, decideAndWrite } from '../../db/client.ts';
import { hashSecret } from '../../hash-secret.ts';
import type { CodeRow } from './codes.repository.ts';
import type { HandoverDeps } from './handover-deps.ts';
import type { HandoverRow } from './handovers.repository.ts';
import { mayUse } from './issued-code.ts';
import { type Committed, type Plan, publish } from './plan.ts';
import type { Scan } from './scan.ts';
import { lookByCode, type SeenByCode } from './seen.ts';

const shapeOfType = {
  'key-request': 'request',
  'key-return': 'return',
  'batch-return': 'batch',
} as const;

/** What an issued code asks of the desk. */
export const shapeOfIssued = (row: CodeRow): ScanShape => shapeOfType[row.type];

export type CodeUse<Done, Answer> = {
  scan: Scan;
  desk: User;
  shape: ScanShape;
  /** Decides by the rules of this kind of code. */
  plan: (seen: SeenByCode) => Plan<Done>;
  answer: (done: Done) => Answer;
};

type Used<Done, Answer> =
  | { kind: 'unknown' }
  | { kind: 'repeated'; answer: Answer }
  | { kind: 'committed'; committed: Committed<Done>; answer: Answer };

const expired = (code: CodeRow): KeydeskError => {
  const validity = Math.round((code.expires_at.getTime() - code.issued_at.getTime()) / 1000);
  return refusal('QR_EXPIRED', validity, validity).withDetails({ keyIds: code.key_ids });
};

const decideUse =
  <Done, Answer>(use: CodeUse<Done, Answer>) =>
  (seen: SeenByCode | undefined): Decision<Used<Done, Answer>, HandoverRow> => {
    if (!seen) return { write: null, outcome: () => ({ kind: 'unknown' }) };
    const { code } = seen;
    if (shapeOfIssued(code) !== use.shape) throw refusal('QR_WRONG_TYPE');
    if (!mayUse(code, use.scan, use.desk.id))
      return {
        write: null,
        outcome: () => ({ kind: 'repeated', answer: code.result as Answer }),
      };
    const plan = use.plan(seen);
    const answer = use.answer(plan.done);
    return {
      write: plan.statement({ id: code.id, result: answer }),
      outcome: (row) => {
        if (!row.done) throw expired(code);
        return { kind: 'committed', committed: { plan, olderUnread: row.older_unread }, answer };
      },
    };
  };

/**
 * Carries out what an issued code asks for, once: its keys and the code are locked, what may be done
 * is decided, done together with using the code up, and told after the commit (DESIGN §6.2). The
 * same desk scanning again gets the stored answer; undefined when this server issued no such code.
 */
export const useCode = async <Done, Answer>(
  deps: HandoverDeps,
  use: CodeUse<Done, Answer>,
): Promise<Answer | undefined> => {
  const { secret, claimed } = use.scan;
  if (!secret) return undefined;
  const hash = hashSecret(secret);
  const used = await decideAndWrite(deps.db, (tx) => lookByCode(tx, hash), decideUse(use));
  if (used.kind === 'unknown') {
    if (!claimed) throw refusal('QR_NOT_ISSUED');
    return undefined;
  }
  if (used.kind === 'committed') publish(deps, used.committed);
  return used.answer;
};
