import { asRefusedAccess } from '@keydesk/shared/access/refused-access';
import { AppError } from '@keydesk/shared/errors';
import { asKeyElsewhere } from '@keydesk/shared/handovers/key-elsewhere';
import { asNeededTag } from '@keydesk/shared/handovers/tag-check';
import type { Decision } from '../../platform/db/client.ts';
import type { HandoverRow } from './handover-statement.ts';
import type { CodeRow } from './queries.ts';

/** How much longer than usual a code stays valid while the desk does what the refusal asks for. */
const extensionMs = 120_000;

/**
 * For a refusal that the desk can resolve, by the key's tag, with a reason, or because it has the key: extends the code's
 * expiry, commits that, and throws the refusal, which then says until when. Null for every other
 * error.
 */
export function extendCodeExpiry(
  error: unknown,
  code: CodeRow,
  validitySeconds: number,
): Decision<never, HandoverRow> | null {
  if (!(error instanceof AppError)) return null;
  const recoverable =
    asNeededTag(error.details) ?? asKeyElsewhere(error.details) ?? overridable(error.details);
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

/** Counted from its issue, so that scanning it again and again adds nothing. */
function extendedExpiry({ issued_at, expires_at }: CodeRow, validitySeconds: number): Date {
  const longest = issued_at.getTime() + validitySeconds * 1000 + extensionMs;
  return new Date(Math.max(expires_at.getTime(), longest));
}
