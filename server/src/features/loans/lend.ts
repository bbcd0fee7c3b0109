import type { api } from '@keydesk/shared/api';
import type { DeskSettings } from '@keydesk/shared/campus/settings';
import { AppError, appError } from '@keydesk/shared/core/errors';
import { withReason } from '@keydesk/shared/core/rule-verdict';
import type { Calendar } from '@keydesk/shared/due/calendar';
import { identifications, lending, returnTypes } from '@keydesk/shared/loans/loan-kinds';
import { asUnavailableKey, unavailableText } from '@keydesk/shared/loans/refused-handover';
import type { LendRequest } from '@keydesk/shared/loans/routes';
import { t as answer } from '@keydesk/shared/texts/en/answers';
import type { z } from 'zod';
import {
  type Connection,
  databaseNow,
  type Transaction,
  twoRoundTripTransaction,
} from '../../db/client.ts';
import { isKind, isOtherKind } from '../../db/kinds-sql.ts';
import {
  type AccessPolicy,
  accessPolicyOf,
  gatherAccess,
  lockAccessForHandOut,
  lockVisitor,
} from '../access/index.ts';
import { lockAndReadKeys, presentKey } from '../keys/index.ts';
import {
  type HashCard,
  listUserIdsByRole,
  lockPersonByCard,
  lockPersonForShare,
} from '../people/index.ts';
import { planHandOut } from './hand-out.ts';
import type { HandOutContext } from './queries.ts';
import { findDeskName, readScannedTag } from './queries.ts';
import { type DeskUser, type HandoverDeps, publish, toDecision } from './transaction.ts';

export type LendDeps = Pick<HandoverDeps, 'db' | 'publisher' | 'deskSettings' | 'due' | 'desks'> & {
  hashCard: HashCard;
};

type LendResponse = z.infer<typeof api.lendKey.response>;

/** A person looked up by the desk, or the owner of an ID card. */
type Claim = { by: 'desk'; holderId: string } | { by: 'card'; cardHash: Buffer };

/**
 * Hands a key to a person without a code: looked up by name or by ID card (`named-lending`). They
 * are notified and may dispute it (`not-me`).
 */
export async function lendKey(
  deps: LendDeps,
  desk: DeskUser,
  request: LendRequest,
): Promise<LendResponse> {
  requireAllowed(deps.deskSettings().lendByName, request);
  const claim: Claim =
    'cardText' in request
      ? { by: 'card', cardHash: await deps.hashCard(request.cardText) }
      : { by: 'desk', holderId: request.holderId };
  const committed = await twoRoundTripTransaction(
    deps.db,
    (tx) => load(tx, request, { claim, desk, policy: accessPolicyOf(deps) }),
    (context) => toDecision(plan(context, { claim, desk, deps, request })),
  ).catch(async (error: unknown) => {
    const isUnknown = error instanceof AppError && error.code === 'PERSON_NOT_FOUND';
    throw (isUnknown && (await findSuspension(deps.db, claim))) || error;
  });
  const { key, holder, recordedAtDeskId, keepUntil } = publish(deps, committed);
  return {
    success: true,
    message: answer('key-handed-over', { ...key, holder: holder.name }),
    data: {
      key: presentKey(key, 'desk'),
      holder: { id: holder.id, name: holder.name, email: holder.email },
      loanId: key.loanId ?? '',
      recordedAtDeskId,
      keepUntil,
    },
  };
}

function requireAllowed(setting: DeskSettings['lendByName'], request: LendRequest): void {
  if (setting === 'on' || (setting === 'card' && 'cardText' in request)) return;
  throw withReason(appError(setting === 'off' ? 'LENDING_OFF' : 'LENDING_BY_NAME_OFF'));
}

/** The refusal for a person who was suspended after the desk selected them. */
async function findSuspension(db: Connection, claim: Claim): Promise<AppError | undefined> {
  const rows = await db.rows<{ name: string }>(
    claim.by === 'card'
      ? `SELECT name FROM users WHERE deleted_at IS NULL
            AND id = (SELECT user_id FROM person_cards WHERE card_hash = $1 AND ended_at IS NULL)`
      : 'SELECT name FROM users WHERE id = $1 AND deleted_at IS NULL',
    [claim.by === 'card' ? claim.cardHash : claim.holderId],
  );
  return rows[0] && withReason(appError('CANNOT_TAKE_KEYS', { name: rows[0].name }));
}

type LendContext = HandOutContext & {
  deskName: string | null;
  admins: string[];
  /** Loans of the last hour by this guard to the same recipient of messages. */
  unproven: number;
};

/** Pipelines its statements. */
async function load(
  tx: Transaction,
  { keyId, tag, unanswered }: LendRequest,
  { claim, desk, policy }: { claim: Claim; desk: DeskUser; policy: AccessPolicy },
): Promise<LendContext> {
  const whose = claim.by === 'card' ? { cardHash: claim.cardHash } : { personId: claim.holderId };
  const { duty } = desk;
  const [, keys, person, , now, deskName, scannedTag, access, admins, unproven] = await Promise.all(
    [
      lockAccessForHandOut(tx),
      lockAndReadKeys(tx, [keyId]),
      claim.by === 'card'
        ? lockPersonByCard(tx, claim.cardHash)
        : lockPersonForShare(tx, claim.holderId),
      lockVisitor(tx, whose),
      databaseNow(tx),
      duty && findDeskName(tx, duty.deskId),
      readScannedTag(tx, tag),
      gatherAccess(tx, { keyId, ...whose }, policy),
      unanswered ? listUserIdsByRole(tx, ['admin']) : [],
      countUnproven(tx, desk.id, claim),
    ],
  );
  return { keys, person, now, deskName, scannedTag, access, admins, unproven };
}

/** Loans an hour to one recipient of messages that a guard's word alone can begin and end. */
const mostUnproven = 40;

/** Counts what was lent without a code and that its holder has not returned. */
async function countUnproven(tx: Transaction, guardId: string, claim: Claim): Promise<number> {
  const row = await tx.first<{ count: number }>({
    name: 'lent-without-proof',
    text: `
      SELECT count(*)::int AS count FROM loans
       WHERE handed_by = $1 AND taken_at > clock_timestamp() - interval '1 hour'
         AND ${isKind('identified_by', identifications, lending)}
         AND ${isOtherKind('return_type', returnTypes, { by: 'holder' })}
         AND coalesce(sponsor_id, holder_id) =
             (SELECT coalesce(v.sponsor_id, p.id) FROM users p LEFT JOIN visitors v ON v.user_id = p.id
               WHERE p.id = coalesce($2, (SELECT user_id FROM person_cards
                                           WHERE card_hash = $3 AND ended_at IS NULL)))`,
    values: [
      guardId,
      claim.by === 'desk' ? claim.holderId : null,
      claim.by === 'card' ? claim.cardHash : null,
    ],
  });
  return row?.count ?? 0;
}

type Lending = { claim: Claim; desk: DeskUser; deps: LendDeps; request: LendRequest };

function plan(context: LendContext, { claim, desk, deps, request }: Lending) {
  if (!context.person) throw appError('PERSON_NOT_FOUND');
  if (context.unproven >= mostUnproven && desk.role !== 'admin')
    throw appError('LENT_OFTEN', { most: mostUnproven });
  try {
    return planHandOut(context, {
      desk,
      method: claim.by,
      action: 'take',
      identifiedBy: claim.by,
      due: deps.due,
      tags: deps.deskSettings(),
      proofs: request,
      unanswered: request.unanswered ? { admins: context.admins } : undefined,
      place: { atDeskId: request.atDeskId, desks: deps.desks() },
      lentAt: { deskName: context.deskName },
    });
  } catch (error) {
    throw error instanceof AppError ? explain(error, context.now, deps.due.calendar()) : error;
  }
}

/** Names the holder of a key that is out, and gives every conflict its verdict. */
function explain(error: AppError, now: Date, { timezone }: Calendar): AppError {
  if (error.status !== 409 || error.code === 'KEY_ELSEWHERE') return error;
  const out = asUnavailableKey(error.details);
  if (!out) return withReason(error);
  const named = new AppError(
    error.code,
    error.params,
    error.details,
    unavailableText(out, now, timezone),
  );
  return withReason(named, { who: out.holder.name });
}
