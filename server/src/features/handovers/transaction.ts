import { type AppError, appError } from '@keydesk/shared/errors';
import type { ScanShape } from '@keydesk/shared/handovers/qr-payload';
import type { User, UserDetails } from '@keydesk/shared/users/user';
import {
  type Database,
  type Decision,
  type Statement,
  type Transaction,
  twoRoundTripTransaction,
} from '../../platform/db/client.ts';
import { hashSecret } from '../../platform/secrets.ts';
import type { KeyChange, Publisher } from '../../realtime/publisher.ts';
import { type KeyRow, lockAndReadKeys } from '../keys/index.ts';
import { deliveriesOf, type Notice, type OlderUnread } from '../notifications/index.ts';
import { lockPersonForShare } from '../users/index.ts';
import { isFirstUse, type Scan } from './codes.ts';
import { databaseNow, type HandoverRow, type UsedCode } from './handover-statement.ts';
import {
  type CodeRow,
  findKeysOfCode,
  lockCode,
  lockKeysOfCode,
  type OwnedCodeRow,
} from './queries.ts';
import { tellOwner } from './tell-owner.ts';

type CodeRedemption<Result, Answer> = {
  scan: Scan;
  desk: User;
  shape: ScanShape;
  /** Decides by the rules of this kind of code. */
  plan: (context: CodeHandoverContext) => HandoverPlan<Result>;
  answer: (result: Result) => Answer;
};

type RedemptionOutcome<Result, Answer> =
  | { kind: 'unknown' }
  | { kind: 'repeated'; answer: Answer }
  | { kind: 'committed'; committed: CommittedHandover<Result>; answer: Answer };

/**
 * Does what an issued code asks for (`atomic-handover`, `repeatable-scan`) and publishes it
 * (`publish-after-commit`); of a refusal the code's owner is told. Undefined when we did not issue
 * the code.
 */
export async function redeemCode<Result, Answer>(
  deps: HandoverDeps,
  use: CodeRedemption<Result, Answer>,
): Promise<Answer | undefined> {
  const { secret, claimed } = use.scan;
  if (!secret) return undefined;
  const hash = hashSecret(secret);
  const decide = decideRedemption(use);
  let code: CodeRow | undefined;
  const used = await twoRoundTripTransaction(
    deps.db,
    (tx) => loadByCode(tx, hash),
    (context) => {
      code = context?.code;
      return decide(context);
    },
  ).catch((error: unknown) => {
    tellOwner(deps.publisher, code, use.scan, error);
    throw error;
  });
  if (used.kind === 'unknown') {
    if (!claimed) throw appError('QR_NOT_ISSUED');
    return undefined;
  }
  if (used.kind === 'committed') publish(deps, used.committed);
  return used.answer;
}

/**
 * Locks and reads the keys of an issued code, then the code and its owner; undefined when nothing
 * was issued under this secret. The keys' locks come first, as in every handover.
 */
async function loadByCode(
  tx: Transaction,
  secretHash: Buffer,
): Promise<CodeHandoverContext | undefined> {
  const [, code, keys] = await Promise.all([
    lockKeysOfCode(tx, secretHash),
    lockCode(tx, secretHash),
    findKeysOfCode(tx, secretHash),
  ]);
  return code && { code, keys, person: ownerOf(code), now: code.now };
}

function ownerOf(row: OwnedCodeRow): UserDetails | null {
  return row.owner_closed_at
    ? null
    : {
        id: row.user_id,
        name: row.owner_name,
        email: row.owner_email,
        role: row.owner_role,
        department: row.owner_department as UserDetails['department'],
        facultyId: row.owner_faculty_id,
      };
}

function decideRedemption<Result, Answer>(use: CodeRedemption<Result, Answer>) {
  return (
    context: CodeHandoverContext | undefined,
  ): Decision<RedemptionOutcome<Result, Answer>, HandoverRow> => {
    if (!context) return { write: null, outcome: () => ({ kind: 'unknown' }) };
    const { code } = context;
    if (shapeOfIssued(code) !== use.shape) throw appError('QR_WRONG_TYPE');
    if (!isFirstUse(code, use.scan, use.desk.id))
      return {
        write: null,
        outcome: () => ({ kind: 'repeated', answer: code.result as Answer }),
      };
    const plan = use.plan(context);
    const answer = use.answer(plan.result);
    return {
      write: plan.statement({ id: code.id, result: answer }),
      outcome: (row) => {
        if (!row.done) throw expiredError(code);
        return { kind: 'committed', committed: { plan, olderUnread: row.older_unread }, answer };
      },
    };
  };
}

function expiredError(code: CodeRow): AppError {
  const validity = Math.round((code.expires_at.getTime() - code.issued_at.getTime()) / 1000);
  return appError('QR_EXPIRED', validity, validity).withDetails({ keyIds: code.key_ids });
}

const shapeOfType = {
  'key-request': 'request',
  'key-return': 'return',
  'batch-return': 'batch',
} as const;

/** What an issued code asks of the desk. */
export function shapeOfIssued(row: CodeRow): ScanShape {
  return shapeOfType[row.type];
}

/**
 * What a handover is decided on: the locked keys in id order, the person concerned (null when they
 * are gone), and the database's clock, read once the locks were held.
 */
export type HandoverContext = { keys: KeyRow[]; person: UserDetails | null; now: Date };

export type CodeHandoverContext = HandoverContext & { code: OwnedCodeRow };

/** Locks and reads these keys and this person; the statements are sent together. */
export async function loadForHandover(
  tx: Transaction,
  keyIds: readonly string[],
  personId: string,
): Promise<HandoverContext> {
  const [keys, person, now] = await Promise.all([
    lockAndReadKeys(tx, keyIds),
    lockPersonForShare(tx, personId),
    databaseNow(tx),
  ]);
  return { keys, person, now };
}

/** A handover that has been decided but not written: its statement, its result, what to publish. */
export type HandoverPlan<Result> = {
  /** Writes all of it, and uses up the code if one is given. */
  statement: (used: UsedCode | null) => Statement;
  result: Result;
  changes: readonly KeyChange[];
  notices: readonly Notice[];
};

/** A committed handover that has not been published yet. */
type CommittedHandover<Result> = { plan: HandoverPlan<Result>; olderUnread: OlderUnread };

/** Turns a plan without a code into what the transaction writes. */
export function toDecision<Result>(
  plan: HandoverPlan<Result>,
): Decision<CommittedHandover<Result>, HandoverRow> {
  return {
    write: plan.statement(null),
    outcome: (row) => ({ plan, olderUnread: row.older_unread }),
  };
}

/** Informs open pages and the people concerned of a committed handover; returns its result. */
export function publish<Result>(
  { publisher }: HandoverDeps,
  { plan, olderUnread }: CommittedHandover<Result>,
): Result {
  publisher.handedOver(plan.changes, deliveriesOf(plan.notices, olderUnread));
  return plan.result;
}

/** What every handover needs besides its input. */
export type HandoverDeps = {
  db: Database;
  publisher: Publisher;
  /** Validity of request and return codes, seconds. */
  validitySeconds: number;
  acceptsLegacyQr: boolean;
  selfService: boolean;
};

/** A person who takes part in a handover, as responses name them. */
export function toPerson({ id, name, email }: Pick<UserDetails, 'id' | 'name' | 'email'>) {
  return { id, name, email };
}
