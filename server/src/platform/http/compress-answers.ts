import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncoding, type Encoding } from './accepted-encoding.ts';
import { varyBy } from './vary.ts';

/** A smaller answer fits into one packet anyway. */
const minBytes = 1_000;

/** Compresses the JSON that is read from the API, where the client accepts that. */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!isCompressible(request, reply, payload)) return done(null, payload);
    varyBy(reply, 'Accept-Encoding');
    const encoding = acceptedEncoding(request.headers['accept-encoding']);
    if (encoding === 'identity') return done(null, payload);
    compress[encoding](payload).then((compressed) => {
      reply.header('content-encoding', encoding);
      done(null, compressed);
    }, done);
  });
}

/**
 * The length of a compressed answer tells what is repeated in it, so none that holds a secret is
 * compressed: codes are answers to writes, and tokens are looked for. No text that people enter can
 * look like one, because its quotation marks are escaped.
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
    String(reply.getHeader('content-type')).startsWith('application/json') &&
    !reply.hasHeader('content-encoding') &&
    !payload.includes('"token":')
  );
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
