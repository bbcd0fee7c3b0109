import { AppError } from '@keydesk/shared/errors';
import { asNeededTag } from '@keydesk/shared/handovers/tag-check';
import type { Decision } from '../../platform/db/client.ts';
import type { HandoverRow } from './handover-statement.ts';
import type { CodeRow } from './queries.ts';

/** For so much longer than usual a code is good while the desk fetches the key and scans its tag. */
const tagCheckMs = 120_000;

/**
 * Of a refusal that asks for the key's tag: lets the code live for longer, commits that, and throws
 * the refusal, which then says until when. Null for every other error.
 */
export function holdCodeForTag(
  error: unknown,
  code: CodeRow,
  validitySeconds: number,
): Decision<never, HandoverRow> | null {
  if (!(error instanceof AppError)) return null;
  const needed = asNeededTag(error.details);
  if (!needed) return null;
  const until = heldUntil(code, validitySeconds);
  return {
    write: {
      name: 'hold-code',
      text: `UPDATE codes SET expires_at = $2 WHERE id = $1
             RETURNING true AS done, '{}'::json AS older_unread`,
      values: [code.id, until],
    },
    outcome: () => {
      throw error.withDetails({ ...needed, codeExpiresAt: until.toISOString() });
    },
  };
}

/** Counted from its issue, so that scanning it again and again adds nothing. */
function heldUntil({ issued_at, expires_at }: CodeRow, validitySeconds: number): Date {
  const longest = issued_at.getTime() + validitySeconds * 1000 + tagCheckMs;
  return new Date(Math.max(expires_at.getTime(), longest));
}
