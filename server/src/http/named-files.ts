import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The name that built files carry wherever the configured one belongs. */
const builtName = 'Keydesk';

const inHtml = (name: string): string =>
  name.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
const inJson = (name: string): string => JSON.stringify(name).slice(1, -1);
const asHash = (name: string): string =>
  createHash('sha256').update(name).digest('hex').slice(0, 8);

/** Files that tell the product's name before any script runs, and how it is written in them. */
const kinds = {
  'index.html': { type: 'text/html; charset=utf-8', written: inHtml },
  'login.html': { type: 'text/html; charset=utf-8', written: inHtml },
  'manifest.webmanifest': { type: 'application/manifest+json', written: inJson },
  // Part of the revisions of the pages above, so that browsers fetch them anew under another name.
  'service-worker.js': { type: 'text/javascript; charset=utf-8', written: asHash },
} as const;
type NamedFile = keyof typeof kinds;
export const namedFileNames = Object.keys(kinds) as NamedFile[];

type Encoding = 'br' | 'gzip' | 'identity';
type Prepared = { etag: string; bodies: Record<Encoding, Buffer> };

/** What a file says when the product is called `name`. */
const withName = (text: string, file: NamedFile, name: string): string =>
  text.replaceAll(builtName, () => kinds[file].written(name));

const errorNotice = /<template data-sign-in-error>(.*?)<\/template>/s;

/** The sign-in page, saying why a sign-in failed before any script runs. */
const withError = (page: string, error: string): string =>
  page.replace(errorNotice, (_, notice: string) =>
    notice.replace('SIGN_IN_ERROR', () => inHtml(error)),
  );

type Asked = { file: NamedFile; error: string | null };

const prepare = async (folder: string, name: string, asked: Asked): Promise<Prepared> => {
  const { file, error } = asked;
  const named = withName(await readFile(join(folder, file), 'utf8'), file, name);
  const identity = Buffer.from(error === null ? named : withError(named, error));
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(identity),
    promisify(gzip)(identity),
  ]);
  const etag = createHash('sha256').update(identity).digest('base64url').slice(0, 22);
  return { etag, bodies: { br, gzip: zipped, identity } };
};

const encodingFor = (accepted: string | undefined): Encoding => {
  const names = (accepted ?? '').split(',').map((part) => part.trim());
  const takes = (name: string) =>
    names.some(
      (part) => part === name || (part.startsWith(`${name};`) && !/q=0(\.0*)?$/.test(part)),
    );
  if (takes('br')) return 'br';
  return takes('gzip') ? 'gzip' : 'identity';
};

/**
 * Answers with files of `folder` in which the product has its configured name, compressed once. The
 * sign-in page may be asked to tell an error, of which there are a few dozen texts.
 */
export const namedFiles = (folder: string, name: string) => {
  const prepared = new Map<string, Promise<Prepared>>();
  const prepareOnce = (asked: Asked): Promise<Prepared> => {
    const key = `${asked.file} ${asked.error}`;
    const known = prepared.get(key);
    if (known) return known;
    const begun = prepare(folder, name, asked);
    prepared.set(key, begun);
    // What could not be read is read again for the next who asks.
    begun.catch(() => prepared.delete(key));
    return begun;
  };
  return async (
    file: NamedFile,
    request: FastifyRequest,
    reply: FastifyReply,
    error: string | null = null,
  ) => {
    const { etag, bodies } = await prepareOnce({ file, error });
    const encoding = encodingFor(request.headers['accept-encoding']);
    const tag = `"${etag}-${encoding}"`;
    reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding', etag: tag });
    if (request.headers['if-none-match']?.includes(tag)) return reply.code(304).send();
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply.type(kinds[file].type).send(bodies[encoding]);
  };
};
