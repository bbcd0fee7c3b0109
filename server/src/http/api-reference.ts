import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { openApiDocument } from './open-api.ts';

export const apiReferencePath = '/api/docs';

/** Serves the API reference page. */
export const serveApiReference = async (
  app: FastifyInstance,
  info: { title: string; version: string },
): Promise<void> => {
  await app.register(swagger, {
    mode: 'static',
    specification: { document: openApiDocument(info) },
  });
  await app.register(swaggerUi, { routePrefix: apiReferencePath });
};
