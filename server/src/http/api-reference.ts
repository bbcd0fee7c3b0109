import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { openApiDocument } from './open-api.ts';

export const apiReferencePath = '/api/docs';

type ApiReference = {
  title: string;
  version: string;
  /** Throws unless the reader may see the reference; without it everybody may. */
  admit?: (request: FastifyRequest) => Promise<void>;
};

/** Serves the API reference page. */
export const serveApiReference = async (
  app: FastifyInstance,
  { admit, ...info }: ApiReference,
): Promise<void> => {
  await app.register(swagger, {
    mode: 'static',
    specification: { document: openApiDocument(info) },
  });
  // In a scope of its own, the hook covers the page's files and the document too.
  await app.register(async (scope) => {
    if (admit) scope.addHook('onRequest', admit);
    await scope.register(swaggerUi, { routePrefix: apiReferencePath });
  });
};
