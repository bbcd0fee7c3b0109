import type { About } from '@keydesk/shared/about/about.routes';
import { friendlyMessage } from '@keydesk/shared/friendly-message';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api-client.ts';
import { addressOf } from '../../lib/api-request.ts';
import { failureText } from './failure-text.ts';

const readAbout = async (signal: AbortSignal): Promise<About> => {
  // Open to everyone, so nobody's credentials go along (spec §7).
  const address = addressOf(api.getAbout.path);
  const response = await fetch(address, { credentials: 'omit', signal }).catch((cause: unknown) => {
    throw signal.aborted ? cause : new Error(friendlyMessage('Network Error'));
  });
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) throw new Error(failureText(response.status, answer));
  return answer as About;
};

/** What this installation tells about the project and its team. */
export const aboutQuery = queryOptions({
  queryKey: ['about'],
  queryFn: ({ signal }) => readAbout(signal),
  staleTime: 5 * 60_000,
});
