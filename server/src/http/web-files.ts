import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { notFoundBody, notFoundStatus } from './error-handler.ts';
import { namedFileNames, namedFiles } from './named-files.ts';

const built = fileURLToPath(new URL('../../../web/dist', import.meta.url));
const notPages = /^\/(api|socket\.io|assets|local-identity)(\/|$)/;

/** The sign-in page is more than the shell before any script runs. */
const pageOf = (path: string) => (path === '/login' ? 'login.html' : 'index.html');

/** Serves the built web application; every address that is a page's answers with its shell. */
export const serveWeb = async (app: FastifyInstance, productName: string): Promise<void> => {
  const hasWeb = existsSync(built);
  const answer = namedFiles(built, productName);
  if (hasWeb) {
    for (const file of namedFileNames)
      app.get(`/${file}`, (request, reply) => answer(file, request, reply));
    await app.register(fastifyStatic, {
      root: built,
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
    const path = request.url.split('?')[0] ?? '';
    return hasWeb && isPage && !notPages.test(path)
      ? answer(pageOf(path), request, reply)
      : reply.code(notFoundStatus).send(notFoundBody());
  });
};
