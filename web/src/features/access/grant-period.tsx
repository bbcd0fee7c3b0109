import type { Grant } from '@keydesk/shared/access/grant-routes';
import { serverNow } from '../../lib/clock.ts';
import { useCampusTimezone } from '../../lib/config.ts';
import { untilText } from '../../lib/due.ts';

/** From when, until when and for how often a grant holds. */
export function GrantPeriod({ grant: { validFrom, validUntil, usesLeft } }: { grant: Grant }) {
  const timezone = useCampusTimezone();
  const now = serverNow();
  const from = Date.parse(validFrom) > now ? `from ${untilText(validFrom, now, timezone)}` : null;
  const until = validUntil ? `until ${untilText(validUntil, now, timezone)}` : 'without an end';
  return [from, until, usesText(usesLeft)].filter(Boolean).join(', ');
}

/** With no use left it lasts until the key is back. */
function usesText(usesLeft: number | null): string | null {
  if (usesLeft === null) return null;
  if (usesLeft === 0) return 'used for the last time';
  return usesLeft === 1 ? 'once more' : `${usesLeft} more times`;
}
