import type { About } from '@keydesk/shared/about/routes';
import { minuteMs } from '@keydesk/shared/durations';
import { friendlyMessage } from '@keydesk/shared/friendly-message';
import { queryOptions } from '@tanstack/react-query';
import { api, urlFor } from '../../lib/api.ts';

/** The project and its team, as configured for this installation. */
export const aboutQuery = queryOptions({
  queryKey: ['about'],
  queryFn: ({ signal }) => fetchAbout(signal),
  staleTime: 5 * minuteMs,
});

async function fetchAbout(signal: AbortSignal): Promise<About> {
  // A public route, so no credentials are sent.
  const address = urlFor(api.getAbout.path);
  const response = await fetch(address, { credentials: 'omit', signal }).catch((cause: unknown) => {
    throw signal.aborted ? cause : new Error(friendlyMessage('Network Error'));
  });
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) throw new Error(failureText(response.status, answer));
  return answer as About;
}

/** Why the request failed: not found, the message of the server, or just the status. */
export function failureText(status: number, answer: unknown): string {
  if (status === 404) return 'About data not found';
  const said = (answer as { message?: unknown } | null)?.message;
  return typeof said === 'string' && said ? friendlyMessage(said) : `Server error (${status})`;
}
