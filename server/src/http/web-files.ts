import { createHash, hash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import { defaultSignInName, signInErrorText } from '@keydesk/shared/core/sign-in-error';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncoding, type Encoding, varyBy } from './answers.ts';
import { notFoundBody, notFoundStatus } from './error-handler.ts';

const nonPagePaths = /^\/(api|socket\.io|assets|local-identity)(\/|$)/;

/** Serves the built web application; every page's address is answered with the shell. */
export async function serveWeb(app: FastifyInstance, names: Names): Promise<void> {
  const hasWeb = existsSync(builtWeb);
  const answer = createTemplateResponder(builtWeb, names);
  app.get('/licences.txt', (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(createReadStream(licences)),
  );
  if (hasWeb) {
    for (const file of templateFileNames)
      app.get(`/${file}`, (request, reply) => answer(file, request, reply));
    await app.register(fastifyStatic, {
      root: builtWeb,
      preCompressed: true,
      wildcard: false,
      globIgnore: templateFileNames.map((file) => `${file}*`),
      cacheControl: false,
      setHeaders: (reply, path) => {
        reply.header('cache-control', cacheControlOf(path));
        // Front ends of other origins show the pictures of the About page.
        if (isPicture(path)) reply.header('cross-origin-resource-policy', 'cross-origin');
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' || request.method === 'HEAD';
    const [path = '', query = ''] = request.url.split('?');
    if (!hasWeb || !isPage || nonPagePaths.test(path))
      return reply.code(notFoundStatus).send(notFoundBody());
    // Unlike the shell, the sign-in page has content before any script runs.
    return path === '/login'
      ? answer('login.html', request, reply, errorIn(query, names))
      : answer('index.html', request, reply);
  });
}

function errorIn(query: string, { signInName }: Names): string | null {
  return signInErrorText(new URLSearchParams(query), signInName);
}

/** Hashed files never change; images change rarely, and an outdated one for a day does no harm. */
function cacheControlOf(path: string): string {
  if (path.includes('/assets/')) return 'public, max-age=31536000, immutable';
  return isPicture(path) ? 'public, max-age=86400' : 'no-cache';
}

function isPicture(path: string): boolean {
  return /\.(svg|png)$/.test(path);
}

type Names = { productName: string; signInName: string };

/** The names in the built files that the configured ones replace. */
const placeholderName = 'Keydesk';
const pagePlaceholders = new RegExp(`${placeholderName}|${defaultSignInName}`, 'g');
const googleMark = /<svg[^>]* data-google-mark.*?<\/svg>/gs;

/** Files that show the names before any script runs. */
const templates = {
  'index.html': { type: 'text/html; charset=utf-8', named: namedPage },
  'login.html': { type: 'text/html; charset=utf-8', named: namedPage },
  'manifest.webmanifest': {
    type: 'application/manifest+json',
    named: (text: string, { productName }: Names) =>
      text.replaceAll(placeholderName, () => escapeJson(productName)),
  },
  'service-worker.js': {
    type: 'text/javascript; charset=utf-8',
    // Part of the pages' revisions, so that browsers fetch them again when a name changes.
    named: (text: string, { productName, signInName }: Names) =>
      text.replaceAll(placeholderName, shortHash(JSON.stringify([productName, signInName]))),
  },
} as const;
type TemplateFile = keyof typeof templates;
const templateFileNames = Object.keys(templates) as TemplateFile[];

type RenderedFile = { etag: string; bodies: Record<Encoding, Buffer> };

const errorTemplate = /<template data-sign-in-error>(.*?)<\/template>/s;

type TemplateRequest = { file: TemplateFile; error: string | null };

/**
 * Sends files of `folder` with the configured names, each compressed once. Sign-in pages with an
 * error are cached too: there are only a few dozen errors.
 */
export function createTemplateResponder(folder: string, names: Names) {
  const prepared = new Map<string, Promise<RenderedFile>>();
  const prepareOnce = (template: TemplateRequest): Promise<RenderedFile> => {
    const key = `${template.file} ${template.error}`;
    const cached = prepared.get(key);
    if (cached) return cached;
    const rendering = renderTemplate(folder, names, template);
    prepared.set(key, rendering);
    // Failures are not cached.
    rendering.catch(() => prepared.delete(key));
    return rendering;
  };
  return async (
    file: TemplateFile,
    request: FastifyRequest,
    reply: FastifyReply,
    error: string | null = null,
  ) => {
    const { etag, bodies } = await prepareOnce({ file, error });
    const encoding = acceptedEncoding(request.headers['accept-encoding']);
    const tag = `"${etag}-${encoding}"`;
    varyBy(reply, 'accept-encoding').headers({ 'cache-control': 'no-cache', etag: tag });
    if (request.headers['if-none-match']?.includes(tag)) return reply.code(304).send();
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply.type(templates[file].type).send(bodies[encoding]);
  };
}

async function renderTemplate(
  folder: string,
  names: Names,
  { file, error }: TemplateRequest,
): Promise<RenderedFile> {
  const named = templates[file].named(await readFile(join(folder, file), 'utf8'), names);
  const identity = Buffer.from(error === null ? named : withError(named, error));
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(identity),
    promisify(gzip)(identity),
  ]);
  const etag = createHash('sha256').update(identity).digest('base64url').slice(0, 22);
  return { etag, bodies: { br, gzip: zipped, identity } };
}

/** Another provider has its own name, and not Google's mark. */
function namedPage(text: string, { productName, signInName }: Names): string {
  const marked = signInName === defaultSignInName ? text : text.replace(googleMark, '');
  return marked.replace(pagePlaceholders, (found) =>
    escapeHtml(found === placeholderName ? productName : signInName),
  );
}

/** Shows an error before any script runs. */
function withError(page: string, error: string): string {
  return page.replace(errorTemplate, (_, notice: string) =>
    notice.replace('SIGN_IN_ERROR', () => escapeHtml(error)),
  );
}

function escapeHtml(name: string): string {
  return name.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** May be missing. */
const builtWeb = fileURLToPath(new URL('../../../web/dist', import.meta.url));

/** Written with the server's bundle. */
const licences = fileURLToPath(new URL('../../dist/licences.txt', import.meta.url));

const earlyScriptFile = join(builtWeb, 'early.js');

/** CSP sources for the inline script of the sign-in page, which lets it paint at once. */
export function inlineScriptSources(): string[] {
  return existsSync(earlyScriptFile)
    ? [`'sha256-${hash('sha256', readFileSync(earlyScriptFile), 'base64')}'`]
    : [];
}

function escapeJson(name: string): string {
  return JSON.stringify(name).slice(1, -1);
}

function shortHash(name: string): string {
  return createHash('sha256').update(name).digest('hex').slice(0, 8);
}
