import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { spokenLanguage } from '@keydesk/shared/texts/translator';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** A smaller answer fits into one packet anyway. */
const minBytes = 1_000;

/** Node has four threads for this, which files and DNS look-ups need too. */
const maxAtOnce = 4;

/**
 * Compresses the API's JSON where the client accepts that. While several answers are being
 * compressed, others are sent uncompressed rather than wait.
 */
export function compressAnswers(app: FastifyInstance): void {
  let running = 0;
  app.addHook('onSend', (request, reply, payload, done) => {
    if (hasEncodings(request, reply)) varyBy(reply, 'Accept-Encoding');
    if (!isCompressible(request, reply, payload) || running >= maxAtOnce)
      return done(null, payload);
    const encoding = acceptedEncoding(request.headers['accept-encoding']);
    if (encoding === 'identity') return done(null, payload);
    running += 1;
    compress[encoding](payload)
      .finally(() => {
        running -= 1;
      })
      .then((compressed) => {
        reply.header('content-encoding', encoding);
        done(null, compressed);
      }, done);
  });
}

/** Whether the answer varies by encoding: 304s and short answers say so, too. */
function hasEncodings({ method }: FastifyRequest, reply: FastifyReply): boolean {
  return (method === 'GET' || method === 'HEAD') && (reply.statusCode === 304 || isJson(reply));
}

/**
 * The length of a compressed answer reveals repetitions, so none with a secret is compressed: codes
 * are answers to writes, and tokens are searched for. No user text can look like one, because its
 * quotation marks are escaped. A test of the route table checks this.
 */
function isCompressible(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): payload is string {
  return (
    request.method === 'GET' &&
    typeof payload === 'string' &&
    payload.length >= minBytes &&
    isJson(reply) &&
    !reply.hasHeader('content-encoding') &&
    !payload.includes('"token":')
  );
}

function isJson(reply: FastifyReply): boolean {
  return String(reply.getHeader('content-type')).startsWith('application/json');
}

const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)];

/** At these levels both take about as long as it takes to write the JSON. */
const compress: Record<Exclude<Encoding, 'identity'>, (text: string) => Promise<Buffer>> = {
  br: (text) =>
    toBrotli(text, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 4,
        [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
      },
    }),
  gzip: (text) => toGzip(text, { level: 5 }),
};

/**
 * Sends the entity tag, and 304 if the client has that version; null when the answer must be sent.
 * An answer may contain texts, so each language has its own tag.
 * Browsers do not store it, because they are shared: a client that wants a 304 sends the tag
 * itself. The tag is weak, because it covers every encoding.
 */
export function answeredNotModified(
  request: FastifyRequest,
  reply: FastifyReply,
  etag: string,
): FastifyReply | null {
  const language = spokenLanguage();
  const tag = language === 'en' ? etag : etag.replace(/"$/, `-${language}"`);
  varyBy(reply, 'Accept-Language').header('etag', `W/${tag}`);
  // If-None-Match compares without the mark of weak tags.
  const tags = request.headers['if-none-match']?.replaceAll('W/"', '"');
  return headerIncludes(tags, tag) ? reply.code(304).send() : null;
}

/** Whether a header that lists values has this one. */
export function headerIncludes(header: string | string[] | undefined, value: string): boolean {
  return String(header ?? '')
    .split(',')
    .some((part) => part.trim().split(';')[0] === value);
}

export type Encoding = 'br' | 'gzip' | 'identity';

export function acceptedEncoding(accepted: string | undefined): Encoding {
  const names = (accepted ?? '').split(',').map((part) => part.trim());
  const takes = (name: string) =>
    names.some(
      (part) => part === name || (part.startsWith(`${name};`) && !/q=0(\.0*)?$/.test(part)),
    );
  if (takes('br')) return 'br';
  return takes('gzip') ? 'gzip' : 'identity';
}

/** Adds a request header to `Vary`. */
export function varyBy(reply: FastifyReply, name: string): FastifyReply {
  const named = reply.getHeader('vary');
  if (!named) return reply.header('vary', name);
  const names = String(named).toLowerCase().split(/,\s*/);
  return names.includes(name.toLowerCase()) ? reply : reply.header('vary', `${named}, ${name}`);
}
