import type { IncomingMessage } from 'node:http';
import { refusal } from '@keydesk/shared/errors';

/**
 * Refuses a request with several Host headers. A proxy may go by one of them and Node by another,
 * so that the two would disagree about where the request was sent.
 */
export function refuseSeveralHosts({ rawHeaders }: IncomingMessage): void {
  const isHost = (text: string, at: number) => at % 2 === 0 && text.toLowerCase() === 'host';
  if (rawHeaders.filter(isHost).length > 1)
    throw refusal('BAD_INPUT', 'The request names more than one host');
}
