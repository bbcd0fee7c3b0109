import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Sends the entity tag, and 304 if the client has that version. Returns the reply when it is sent,
 * null when the answer is still to come. Browsers do not store it, because they are shared: a client
 * that wants a 304 sends the tag itself. It is a weak tag, because it is that of every encoding.
 */
export function answeredNotModified(
  request: FastifyRequest,
  reply: FastifyReply,
  etag: string,
): FastifyReply | null {
  reply.header('etag', `W/${etag}`);
  // If-None-Match compares without the mark of weak tags.
  const tags = request.headers['if-none-match']?.replaceAll('W/"', '"');
  return headerIncludes(tags, etag) ? reply.code(304).send() : null;
}

/** Whether a header that lists values has this one. */
export function headerIncludes(header: string | string[] | undefined, value: string): boolean {
  return String(header ?? '')
    .split(',')
    .some((part) => part.trim().split(';')[0] === value);
}
