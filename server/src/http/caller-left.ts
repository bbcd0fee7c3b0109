import type { FastifyReply } from 'fastify';

/** Why work was given up; nobody hears of it. */
export class CallerLeft extends Error {
  override readonly name = 'CallerLeft';
  /** What proxies call a request whose caller closed the connection. */
  static readonly status = 499;
}

/**
 * Aborts when the caller closes the connection before the answer is sent. (Fastify's own signal of a
 * request aborts as soon as its body has been read.)
 */
export function untilCallerLeaves(reply: FastifyReply): AbortSignal {
  const leaving = new AbortController();
  const onClose = (): void => {
    if (!reply.raw.writableFinished) leaving.abort(new CallerLeft('The caller has left'));
  };
  if (reply.raw.destroyed) onClose();
  else reply.raw.once('close', onClose);
  return leaving.signal;
}
