import type { About } from '@keydesk/shared/about/routes';
import { friendlyMessage } from '@keydesk/shared/friendly-message';
import { queryOptions } from '@tanstack/react-query';
import { api, urlFor } from '../../lib/api.ts';

/** What this installation tells about the project and its team. */
export const aboutQuery = queryOptions({
  queryKey: ['about'],
  queryFn: ({ signal }) => fetchAbout(signal),
  staleTime: 5 * 60_000,
});

async function fetchAbout(signal: AbortSignal): Promise<About> {
  // Open to everyone, so nobody's credentials go along (spec §7).
  const address = urlFor(api.getAbout.path);
  const response = await fetch(address, { credentials: 'omit', signal }).catch((cause: unknown) => {
    throw signal.aborted ? cause : new Error(friendlyMessage('Network Error'));
  });
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) throw new Error(failureText(response.status, answer));
  return answer as About;
}

/** Why there is nothing to tell (spec §8): not found, what the server said, or the bare status. */
export function failureText(status: number, answer: unknown): string {
  if (status === 404) return 'About data not found';
  const said = (answer as { message?: unknown } | null)?.message;
  return typeof said === 'string' && said ? friendlyMessage(said) : `Server error (${status})`;
}
