import { asRefusedAccess } from '@keydesk/shared/access/refused-access';
import { AppError } from '@keydesk/shared/errors';
import { asNeededTag } from '@keydesk/shared/handovers/tag-check';
import type { Decision } from '../../platform/db/client.ts';
import type { HandoverRow } from './handover-statement.ts';
import type { CodeRow } from './queries.ts';

/** For so much longer than usual a code is good while the desk does what the refusal asks of it. */
const heldMs = 120_000;

/**
 * Of a refusal that the desk can mend, by the key's tag or with a reason: lets the code live for
 * longer, commits that, and throws the refusal, which then says until when. Null for every other
 * error.
 */
export function holdCode(
  error: unknown,
  code: CodeRow,
  validitySeconds: number,
): Decision<never, HandoverRow> | null {
  if (!(error instanceof AppError)) return null;
  const mendable = asNeededTag(error.details) ?? overridable(error.details);
  if (!mendable) return null;
  const until = heldUntil(code, validitySeconds);
  return {
    write: {
      name: 'hold-code',
      text: `UPDATE codes SET expires_at = $2 WHERE id = $1
             RETURNING true AS done, '{}'::json AS older_unread`,
      values: [code.id, until],
    },
    outcome: () => {
      throw error.withDetails({ ...mendable, codeExpiresAt: until.toISOString() });
    },
  };
}

function overridable(details: unknown) {
  const refused = asRefusedAccess(details);
  return refused?.mayOverride ? refused : null;
}

/** Counted from its issue, so that scanning it again and again adds nothing. */
function heldUntil({ issued_at, expires_at }: CodeRow, validitySeconds: number): Date {
  const longest = issued_at.getTime() + validitySeconds * 1000 + heldMs;
  return new Date(Math.max(expires_at.getTime(), longest));
}
