import { existsSync } from 'node:fs';
import fastifyStatic from '@fastify/static';
import { signInErrorText } from '@keydesk/shared/auth/sign-in-error';
import type { FastifyInstance } from 'fastify';
import { builtWeb } from './built-web.ts';
import { notFoundBody, notFoundStatus } from './error-handler.ts';
import { namedFileNames, namedFiles } from './named-files.ts';

const notPages = /^\/(api|socket\.io|assets|local-identity)(\/|$)/;

/** Serves the built web application; every address that is a page's answers with its shell. */
export const serveWeb = async (app: FastifyInstance, productName: string): Promise<void> => {
  const hasWeb = existsSync(builtWeb);
  const answer = namedFiles(builtWeb, productName);
  if (hasWeb) {
    for (const file of namedFileNames)
      app.get(`/${file}`, (request, reply) => answer(file, request, reply));
    await app.register(fastifyStatic, {
      root: builtWeb,
      preCompressed: true,
      wildcard: false,
      globIgnore: namedFileNames.map((file) => `${file}*`),
      cacheControl: false,
      setHeaders: (reply, path) => {
        const hashed = path.includes('/assets/');
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' || request.method === 'HEAD';
    const [path = '', query = ''] = request.url.split('?');
    if (!hasWeb || !isPage || notPages.test(path))
      return reply.code(notFoundStatus).send(notFoundBody());
    // The sign-in page is more than the shell before any script runs.
    return path === '/login'
      ? answer('login.html', request, reply, signInErrorText(new URLSearchParams(query)))
      : answer('index.html', request, reply);
  });
};
