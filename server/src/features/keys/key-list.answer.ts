import type { FastifyReply, FastifyRequest } from 'fastify';
import type { KeyListCache } from './key-list-cache.ts';
import type { KeyReader } from './keys.presenter.ts';

const accepts = (header: string | string[] | undefined, value: string): boolean =>
  String(header ?? '')
    .split(',')
    .some((part) => part.trim().split(';')[0] === value);

/** Proxies that compress mark a tag as weak; for If-None-Match it stays the same tag. */
const withoutWeakMark = (header: string | undefined): string | undefined =>
  header?.replaceAll('W/"', '"');

/**
 * Answers with the whole key list: ready bytes, gzipped where accepted, 304 where unchanged. No
 * browser stores it, since browsers are shared: a client that wants a 304 sends the tag by itself.
 */
export const sendKeyList = async (
  cache: KeyListCache,
  reader: KeyReader,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const { etag, plain, gzipped } = await cache.read(reader);
  reply.header('vary', 'Accept-Encoding').header('etag', etag);
  if (accepts(withoutWeakMark(request.headers['if-none-match']), etag))
    return reply.code(304).send();
  reply.type('application/json; charset=utf-8');
  return accepts(request.headers['accept-encoding'], 'gzip')
    ? reply.header('content-encoding', 'gzip').send(gzipped)
    : reply.send(plain);
};
