import type { MessageKind } from '@keydesk/shared/core/message-kinds';
import {
  bundleText,
  type CurrentMessages,
  contentOf,
  type SentMessage,
} from '../core/messages/messages.ts';
import {
  findBundled,
  findOver,
  findUndone,
  type NotificationRow,
} from '../core/messages/queries.ts';
import type { Connection, Database } from '../db/client.ts';
import { isHeldLoan } from '../db/predicates.ts';
import { findCurrentRequestMessages } from '../features/access/index.ts';
import { inLanguage } from '../http/language.ts';

/** Renders messages for their readers when they are sent, from facts that are still true, or drops them. */
export function currentMessages(db: Database): CurrentMessages {
  return async (ids, now) => {
    const rows = await findMessages(db, ids);
    const [unchanged, ofRequests, bundled, handovers, over] = await Promise.all([
      findUnchangedLoans(
        db,
        rows.flatMap(({ facts }) => facts.loans ?? []),
      ),
      findCurrentRequestMessages(db, rows.filter(isOfRequest)),
      findBundled(db, ids),
      findUndone(db, rows),
      findOver(db, ids),
    ]);
    const contents = new Map<string, SentMessage>();
    for (const row of rows) {
      if (over.has(row.id) || (isOfRequest(row) && !ofRequests.has(row.id))) continue;
      const { all = 0, undone = [] } = handovers.get(row.id) ?? {};
      if (all > 0 && undone.length === all) continue;
      const facts = currentFacts(row, unchanged, now);
      if (!facts) continue;
      const holds = bundled.get(row.id);
      const language = row.language ?? 'en';
      const content = inLanguage(language, () => ({
        ...contentOf({ ...row, facts }, now),
        ...(holds && { message: bundleText(row.kind, holds) }),
      }));
      contents.set(row.id, { ...content, language });
    }
    return contents;
  };
}

type LoanFacts = { id: string; dueAt: string | null };
type MessageRow = Pick<
  NotificationRow,
  'id' | 'userId' | 'template' | 'title' | 'message' | 'loanId'
> & {
  link: string | null;
  language: string | null;
  kind: MessageKind | null;
  requestId: string | null;
  facts: { loans?: readonly LoanFacts[] };
};

async function findMessages(db: Connection, ids: readonly string[]): Promise<MessageRow[]> {
  return db.rows<MessageRow>({
    name: 'messages-to-send',
    text: `
      SELECT n.id, n.user_id AS "userId", n.template, n.facts, n.title, n.message, n.link, n.kind,
             n.request_id AS "requestId", n.loan_id AS "loanId", u.language
        FROM notifications n JOIN users u ON u.id = n.user_id WHERE n.id = ANY($1)`,
    values: [ids],
  });
}

/** True only while the request is open, or its grant is valid. */
function isOfRequest(row: MessageRow): row is MessageRow & { requestId: string } {
  return row.requestId !== null;
}

/** Null if no fact is still true. */
function currentFacts(
  { facts, kind }: MessageRow,
  unchanged: ReadonlySet<LoanFacts>,
  now: Date,
): object | null {
  if (!facts.loans) return facts;
  const isDueLater = ({ dueAt }: LoanFacts) => dueAt !== null && new Date(dueAt) > now;
  const loans = facts.loans.filter(
    (loan) => unchanged.has(loan) && (kind !== 'due-soon' || isDueLater(loan)),
  );
  return loans.length > 0 ? { ...facts, loans } : null;
}

/** Loans that are open, undisputed and due as the message says. */
async function findUnchangedLoans(
  db: Connection,
  loans: readonly LoanFacts[],
): Promise<ReadonlySet<LoanFacts>> {
  if (loans.length === 0) return new Set();
  const rows = await db.rows<{ place: number }>({
    name: 'recheck-before-send',
    text: `
      SELECT place::int
        FROM unnest($1::text[], $2::timestamptz[]) WITH ORDINALITY AS said (id, due_at, place)
        JOIN loans l ON l.id = said.id
         AND said.due_at IS NOT DISTINCT FROM date_trunc('milliseconds', l.due_at)
       WHERE ${isHeldLoan('l')}`,
    values: [loans.map(({ id }) => id), loans.map(({ dueAt }) => dueAt)],
  });
  return new Set(rows.flatMap(({ place }) => loans[place - 1] ?? []));
}
