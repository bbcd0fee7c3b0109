import { AppError } from '@keydesk/shared/errors';
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
    message: refused.message,
  });
}
