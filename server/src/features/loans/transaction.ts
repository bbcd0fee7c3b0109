import { asRefusedAccess } from '@keydesk/shared/access/refused-access';
import type { Desk } from '@keydesk/shared/campus/campus';
import type { DeskSettings } from '@keydesk/shared/campus/settings';
import { AppError, appError } from '@keydesk/shared/core/errors';
import { obligations } from '@keydesk/shared/core/rule-verdict';
import type { CodeRefusal } from '@keydesk/shared/events';
import { asKeyElsewhere } from '@keydesk/shared/keys/key-place';
import { asNeededProof } from '@keydesk/shared/loans/decide';
import type { ScanShape } from '@keydesk/shared/loans/qr-payload';
import type { User, UserDetails } from '@keydesk/shared/people/user';
import { t as answer } from '@keydesk/shared/texts/en/answers';
import type { KeyChange, Publisher } from '../../core/live/publisher.ts';
import { deliveriesOf, type Notice } from '../../core/messages/notify.ts';
import type { StoredNotices } from '../../core/messages/queries.ts';
import {
  type Database,
  type Decision,
  type Statement,
  type Transaction,
  twoRoundTripTransaction,
} from '../../db/client.ts';
import { newId } from '../../db/ids.ts';
import type { OnDuty, Principal } from '../../http/principal.ts';
import { noteRequest } from '../../http/request-log.ts';
import { accessPolicyOf } from '../access/index.ts';
import type { CurrentDue } from '../due/index.ts';
import { checkLegacyTimestamp, isAsIssued, isFirstUse, type Scan, toForeignCode } from './codes.ts';
import {
  type CodeHandoverContext,
  type CodeRow,
  findCode,
  type HandoverContext,
  loadByCode,
} from './queries.ts';
import type { HandoverRow, UsedCode } from './statement.ts';

/** `repeated` marks the answer of an earlier handover. */
type HandoverAnswer = { data: { repeated?: true | undefined } };

type CodeRedemption<Result, Answer> = {
  scan: Scan;
  /** The text of the key's tag, if scanned. */
  tag?: string | undefined;
  desk: DeskUser;
  shape: ScanShape;
  /** Decides by the rules for this kind of code. */
  plan: (context: CodeHandoverContext) => HandoverPlan<Result>;
  answer: (result: Result) => Answer;
};

type RedemptionResult<Result, Answer> =
  | { kind: 'unknown' }
  | { kind: 'repeated'; answer: Answer }
  | ({ kind: 'committed' } & Committed<Result, Answer>);

type Committed<Result, Answer> = { committed: CommittedHandover<Result>; answer: Answer };

/**
 * Uses an issued code (`atomic-handover`, `repeatable-scan`) and publishes the handover
 * (`publish-after-commit`); notifies the code's owner of a refusal. Undefined for a code that we
 * did not issue.
 */
export async function redeemCode<Result, Answer extends HandoverAnswer>(
  deps: HandoverDeps,
  use: CodeRedemption<Result, Answer>,
): Promise<Answer | undefined> {
  const { hash, claimed } = use.scan;
  if (!hash) return undefined;
  const decide = decideRedemption(deps, use);
  let code: CodeRow | undefined;
  const used = await twoRoundTripTransaction(
    deps.db,
    (tx) => loadByCode(tx, hash, { ...use, policy: accessPolicyOf(deps) }),
    (context) => {
      code = context?.code;
      return decide(context);
    },
  ).catch((error: unknown) => {
    notifyCodeHolder(deps.publisher, code, use.scan, error);
    throw error;
  });
  if (used.kind === 'unknown') {
    if (!claimed) throw appError('QR_NOT_ISSUED');
    return undefined;
  }
  if (used.kind === 'committed') publish(deps, used.committed);
  return used.answer;
}

function decideRedemption<Result, Answer extends HandoverAnswer>(
  { validitySeconds }: HandoverDeps,
  use: CodeRedemption<Result, Answer>,
) {
  return (
    context: CodeHandoverContext | undefined,
  ): Decision<RedemptionResult<Result, Answer>, HandoverRow> => {
    if (!context) return { write: null, outcome: () => ({ kind: 'unknown' }) };
    const { code, keys } = context;
    if (shapeOfIssued(code) !== use.shape) throw appError('QR_WRONG_TYPE');
    if (!isFirstUse(code, use.scan, { scannerId: use.desk.id, keys })) {
      const stored = code.result as Answer;
      const answer = { ...stored, data: { ...stored.data, repeated: true as const } };
      return { write: null, outcome: () => ({ kind: 'repeated', answer }) };
    }
    let plan: HandoverPlan<Result>;
    try {
      plan = use.plan(context);
    } catch (error) {
      const held = extendCodeExpiry(error, code, validitySeconds);
      if (held) return held;
      throw error;
    }
    const answer = use.answer(plan.result);
    return {
      write: plan.statement({ id: code.id, result: answer }),
      outcome: (row) => {
        if (!row.done) throw expiredError(code);
        return { kind: 'committed', committed: { plan, stored: row.stored }, answer };
      },
    };
  };
}

type Named = { keyIds: readonly string[]; userId: string };

type ForeignRedemption<Context, Result, Answer> = {
  scan: Scan;
  shape: 'request' | 'batch';
  /** Must send its statements at once. */
  load: (tx: Transaction, named: Named) => Promise<Context>;
  plan: (context: Context, named: Named) => HandoverPlan<Result>;
  answer: (result: Result) => Answer;
};

/**
 * Uses a code that this server did not issue, and stores it as used (`foreign-codes`). Undefined
 * when another request used it first: then redeem it like any used code.
 */
export async function redeemForeignCode<Context extends HandoverContext, Result, Answer>(
  deps: HandoverDeps,
  {
    scan: { claimed, hash },
    shape,
    load,
    plan,
    answer,
  }: ForeignRedemption<Context, Result, Answer>,
): Promise<Answer | undefined> {
  if (claimed?.shape !== shape) throw appError('QR_WRONG_TYPE');
  const { validitySeconds } = deps;
  checkLegacyTimestamp(claimed, new Date(), validitySeconds);
  const { userId } = claimed;
  if (!deps.acceptsLegacyQr || !userId || !hash) throw appError('QR_NOT_ISSUED');
  const named = { ...claimed, userId };
  const used = await twoRoundTripTransaction(
    deps.db,
    // Read after the keys are locked: another desk with the same code holds those locks.
    (tx) => Promise.all([load(tx, named), findCode(tx, hash)]),
    ([context, code]): Decision<Committed<Result, Answer> | undefined, HandoverRow> => {
      if (code) return { write: null, outcome: () => undefined };
      const planned = plan(context, named);
      const given = answer(planned.result);
      const foreign = toForeignCode(named, hash, { now: context.now, validitySeconds });
      return {
        write: planned.statement({ id: newId(), result: given, foreign }),
        outcome: ({ done, stored }) =>
          done ? { committed: { plan: planned, stored }, answer: given } : undefined,
      };
    },
  );
  if (used) publish(deps, used.committed);
  return used?.answer;
}

function expiredError(code: CodeRow): AppError {
  const validity = Math.round((code.expires_at.getTime() - code.issued_at.getTime()) / 1000);
  const details = { type: code.type, keyIds: code.key_ids };
  return appError('QR_EXPIRED', { ageSeconds: validity, maxSeconds: validity }).withDetails(
    details,
  );
}

const shapeOfType = {
  'key-request': 'request',
  'key-return': 'return',
  'batch-return': 'batch',
} as const;

export function shapeOfIssued(row: CodeRow): ScanShape {
  return shapeOfType[row.type];
}

/** A handover that is decided but not written. */
export type HandoverPlan<Result> = {
  /** Writes everything, and uses up the code if there is one. */
  statement: (used: UsedCode | null) => Statement;
  result: Result;
  changes: readonly KeyChange[];
  notices: readonly Notice[];
};

/** Committed but not published yet. */
type CommittedHandover<Result> = { plan: HandoverPlan<Result>; stored: StoredNotices };

export function toDecision<Result>(
  plan: HandoverPlan<Result>,
): Decision<CommittedHandover<Result>, HandoverRow> {
  return {
    write: plan.statement(null),
    outcome: (row) => ({ plan, stored: row.stored }),
  };
}

/** Publishes a committed handover to open pages and the people concerned; returns its result. */
export function publish<Result>(
  { publisher }: Pick<HandoverDeps, 'publisher'>,
  { plan, stored }: CommittedHandover<Result>,
): Result {
  publisher.handedOver(plan.changes, deliveriesOf(plan.notices, stored));
  return plan.result;
}

/** The person who performs a handover, and their shift. */
export type DeskUser = User & { duty: OnDuty | null };

export function deskUserOf({ user, duty }: Principal): DeskUser {
  return { ...user, duty };
}

export type HandoverDeps = {
  db: Database;
  publisher: Publisher;
  /** Validity of request and return codes, seconds. */
  validitySeconds: number;
  acceptsLegacyQr: boolean;
  selfService: boolean;
  due: CurrentDue;
  /** The settings in force. */
  deskSettings: () => DeskSettings;
  /** Every desk of the campus, including retired ones. */
  desks: () => readonly Desk[];
};

/** A participant of a handover in responses. */
export function toPerson({ id, name, email }: Pick<UserDetails, 'id' | 'name' | 'email'>) {
  return { id, name, email };
}

/** How much longer a code stays valid, ms, while the desk resolves a refusal. */
const extensionMs = 120_000;

/**
 * When the desk can resolve the refusal (a proof, reason, or key elsewhere), extends the code's expiry,
 * commits that, and throws the refusal with the new expiry. Null for every other error.
 */
function extendCodeExpiry(
  error: unknown,
  code: CodeRow,
  validitySeconds: number,
): Decision<never, HandoverRow> | null {
  if (!(error instanceof AppError)) return null;
  const recoverable =
    asNeededProof(error.details) ?? asKeyElsewhere(error.details) ?? overridable(error.details);
  if (!recoverable) return null;
  const until = extendedExpiry(code, validitySeconds);
  return {
    write: {
      name: 'extend-code-expiry',
      text: `UPDATE codes SET expires_at = $2 WHERE id = $1
             RETURNING true AS done, '{}'::json AS stored`,
      values: [code.id, until],
    },
    outcome: () => {
      throw error.withDetails({ ...recoverable, codeExpiresAt: until.toISOString() });
    },
  };
}

function overridable(details: unknown) {
  const refused = asRefusedAccess(details);
  return refused?.mayOverride ? refused : null;
}

/** Counted from its issue, so that repeated scans do not extend it further. */
function extendedExpiry({ issued_at, expires_at }: CodeRow, validitySeconds: number): Date {
  const longest = issued_at.getTime() + validitySeconds * 1000 + extensionMs;
  return new Date(Math.max(expires_at.getTime(), longest));
}

/**
 * Notifies the code's owner of a refusal (`refused-code`). A payload that differs from the issued
 * code notifies no one.
 */
export function notifyCodeHolder(
  publisher: Publisher,
  code: CodeRow | undefined,
  scan: Scan,
  refused: unknown,
): void {
  if (!code || !(refused instanceof AppError)) return;
  noteRequest({ keyIds: code.key_ids, holderId: code.user_id });
  if (!isAsIssued(code, scan)) return;
  publisher.codeRefused(code.user_id, {
    type: code.type,
    keyIds: code.key_ids,
    issuedAt: code.issued_at.toISOString(),
    code: refused.code,
    message:
      asRefusedAccess(refused.details)?.messageToHolder ??
      refused.messageIn(code.owner_language ?? 'en'),
    ...pendingWork(refused.details),
  });
}

/**
 * The code stays valid, so the owner need not request another one. Only the desk may see where the
 * key is (`private-address`).
 */
function pendingWork(details: unknown): Partial<CodeRefusal> {
  const needed = asNeededProof(details);
  const expiresAt = (needed ?? asKeyElsewhere(details))?.codeExpiresAt;
  if (!expiresAt) return {};
  const [proof] = needed?.verdict.obligations ?? [];
  return { message: answer(proof ? obligations[proof].toHolder : 'desk-looks-for-key'), expiresAt };
}
