import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { notFoundBody, notFoundStatus } from './error-handler.ts';

const built = fileURLToPath(new URL('../../../web/dist', import.meta.url));
/** Pages that are more than the shell before any script runs. */
const ownFiles: Readonly<Record<string, string>> = { '/login': 'login.html' };
const notPages = /^\/(api|socket\.io|assets|local-identity)(\/|$)/;

const fileOf = (path: string): string => {
  const own = ownFiles[path];
  return own && existsSync(join(built, own)) ? own : 'index.html';
};

/** Serves the built web application; every address that is a page's answers with its shell. */
export const serveWeb = async (app: FastifyInstance): Promise<void> => {
  const hasWeb = existsSync(built);
  if (hasWeb)
    await app.register(fastifyStatic, {
      root: built,
      preCompressed: true,
      wildcard: false,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const hashed = path.includes('/assets/');
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  app.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' || request.method === 'HEAD';
    const path = request.url.split('?')[0] ?? '';
    return hasWeb && isPage && !notPages.test(path)
      ? reply.sendFile(fileOf(path))
      : reply.code(notFoundStatus).send(notFoundBody());
  });
};
