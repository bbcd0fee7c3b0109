import type { Desk } from '@keydesk/shared/campus/campus';
import { appError } from '@keydesk/shared/errors';

/**
 * Checks that a key can be given this desk as its home. No desk, and the one that it has already,
 * `kept`, are always possible.
 * @throws UNKNOWN_ENTRY, ENTRY_RETIRED
 */
export function requireDesk(
  desks: readonly Desk[],
  id: string | null | undefined,
  kept: string | null = null,
): void {
  if (!id || id === kept) return;
  const desk = desks.find((each) => each.id === id);
  if (!desk) throw appError('UNKNOWN_ENTRY', 'desk', id);
  if (desk.retired) throw appError('ENTRY_RETIRED', 'desk', desk.name);
}
