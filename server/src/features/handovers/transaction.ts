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

const shapeOfType = {
  'key-request': 'request',
  'key-return': 'return',
  'batch-return': 'batch',
} as const;

/** What an issued code asks of the desk. */
export function shapeOfIssued(row: CodeRow): ScanShape {
  return shapeOfType[row.type];
}

type CodeRedemption<Done, Answer> = {
  scan: Scan;
  desk: User;
  shape: ScanShape;
  /** Decides by the rules of this kind of code. */
  plan: (seen: CodeHandoverContext) => HandoverPlan<Done>;
  answer: (done: Done) => Answer;
};

type RedemptionOutcome<Done, Answer> =
  | { kind: 'unknown' }
  | { kind: 'repeated'; answer: Answer }
  | { kind: 'committed'; committed: CommittedHandover<Done>; answer: Answer };

/**
 * Carries out what an issued code asks for, once: its keys and the code are locked, what may be done
 * is decided, done together with using the code up, and told after the commit (DESIGN §6.2). The
 * same desk scanning again gets the stored answer; undefined when this server issued no such code.
 */
export async function redeemCode<Done, Answer>(
  deps: HandoverDeps,
  use: CodeRedemption<Done, Answer>,
): Promise<Answer | undefined> {
  const { secret, claimed } = use.scan;
  if (!secret) return undefined;
  const hash = hashSecret(secret);
  const used = await twoRoundTripTransaction(
    deps.db,
    (tx) => loadByCode(tx, hash),
    decideRedemption(use),
  );
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

function decideRedemption<Done, Answer>(use: CodeRedemption<Done, Answer>) {
  return (
    seen: CodeHandoverContext | undefined,
  ): Decision<RedemptionOutcome<Done, Answer>, HandoverRow> => {
    if (!seen) return { write: null, outcome: () => ({ kind: 'unknown' }) };
    const { code } = seen;
    if (shapeOfIssued(code) !== use.shape) throw appError('QR_WRONG_TYPE');
    if (!isFirstUse(code, use.scan, use.desk.id))
      return {
        write: null,
        outcome: () => ({ kind: 'repeated', answer: code.result as Answer }),
      };
    const plan = use.plan(seen);
    const answer = use.answer(plan.done);
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

/**
 * What a handover is decided about: the keys in id order, all locked, the person concerned, or null
 * when they are gone, and the database's clock, read after the locks were held.
 */
export type HandoverContext = { keys: KeyRow[]; person: UserDetails | null; now: Date };

export type CodeHandoverContext = HandoverContext & { code: OwnedCodeRow };

/** Locks and reads these keys and this person; the statements are sent at once. */
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

/** A handover that has been decided: how it is done, what it comes to, and whom it concerns. */
export type HandoverPlan<Done> = {
  /** Does all of it, and uses a code up if one is given. */
  statement: (used: UsedCode | null) => Statement;
  done: Done;
  changes: readonly KeyChange[];
  notices: readonly Notice[];
};

/** A committed handover, of which nobody has been told yet. */
type CommittedHandover<Done> = { plan: HandoverPlan<Done>; olderUnread: OlderUnread };

/** Carries a plan out without any code. */
export function toDecision<Done>(
  plan: HandoverPlan<Done>,
): Decision<CommittedHandover<Done>, HandoverRow> {
  return {
    write: plan.statement(null),
    outcome: (row) => ({ plan, olderUnread: row.older_unread }),
  };
}

/** Tells open pages and the people concerned of a handover; answers what was done. */
export function publish<Done>(
  { publisher }: HandoverDeps,
  { plan, olderUnread }: CommittedHandover<Done>,
): Done {
  publisher.handedOver(plan.changes, deliveriesOf(plan.notices, olderUnread));
  return plan.done;
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

/** A person who has part in a handover, as answers name them. */
export function toPerson({ id, name, email }: Pick<UserDetails, 'id' | 'name' | 'email'>) {
  return {
    id,
    name,
    email,
  };
}
