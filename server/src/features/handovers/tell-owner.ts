import { asRefusedAccess } from '@keydesk/shared/access/refused-access';
import { AppError } from '@keydesk/shared/errors';
import type { CodeRefusal } from '@keydesk/shared/events';
import { asKeyElsewhere } from '@keydesk/shared/handovers/key-elsewhere';
import { asNeededTag } from '@keydesk/shared/handovers/tag-check';
import type { Publisher } from '../../realtime/publisher.ts';
import { isAsIssued, type Scan } from './codes.ts';
import type { CodeRow } from './queries.ts';

/**
 * Tells the owner of the issued code that this scan named why it was refused (`refused-code`). Only
 * what was issued counts: a payload that disagrees with the code tells nobody.
 */
export function tellOwner(
  publisher: Publisher,
  code: CodeRow | undefined,
  scan: Scan,
  refused: unknown,
): void {
  if (!code || !(refused instanceof AppError) || !isAsIssued(code, scan)) return;
  publisher.codeRefused(code.user_id, {
    type: code.type,
    keyIds: code.key_ids,
    issuedAt: code.issued_at.toISOString(),
    code: refused.code,
    message: asRefusedAccess(refused.details)?.messageToHolder ?? refused.message,
    ...pendingWork(refused.details),
  });
}

/**
 * The code stays good: its owner waits, and should not ask for another one. Where a key hangs is the
 * desk's alone (`private-address`).
 */
function pendingWork(details: unknown): Partial<CodeRefusal> {
  const elsewhere = asKeyElsewhere(details);
  const expiresAt = (elsewhere ?? asNeededTag(details))?.codeExpiresAt;
  if (!expiresAt) return {};
  const work = elsewhere ? 'looking for the key' : 'checking the tag of the key';
  return { message: `The desk has your code and is ${work}.`, expiresAt };
}
