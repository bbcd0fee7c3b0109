import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { api } from '@keydesk/shared/api';
import { type Access, errorEnvelope, type Route } from '@keydesk/shared/http/route';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';

export const apiReferencePath = '/api/docs';

type ApiReference = {
  title: string;
  version: string;
  /** Throws unless the caller may read the reference; without it everyone may. */
  authorize?: (request: FastifyRequest) => Promise<void>;
};

export async function serveApiReference(
  app: FastifyInstance,
  { authorize, ...info }: ApiReference,
): Promise<void> {
  await app.register(swagger, {
    mode: 'static',
    specification: { document: openApiDocument(info) },
  });
  // In its own scope, so that the hook covers the page's files and the document too.
  await app.register(async (scope) => {
    if (authorize) scope.addHook('onRequest', authorize);
    await scope.register(swaggerUi, { routePrefix: apiReferencePath });
  });
}

type Paths = Record<string, Record<string, object>>;

/** Describes the routes when someone first asks: that takes half as long as a start. */
function openApiDocument(info: { title: string; version: string }) {
  let paths: Paths | undefined;
  return {
    openapi: '3.0.3' as const,
    info,
    get paths() {
      paths ??= describeRoutes();
      return paths;
    },
  };
}

function describeRoutes(): Paths {
  const paths: Paths = {};
  for (const [name, route] of Object.entries(api) as [string, Route][]) {
    const path = `/api${route.path.replace(/:(\w+)/g, '{$1}')}`;
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(name, route) };
  }
  return paths;
}

function operation(name: string, route: Route) {
  return {
    operationId: name,
    summary: route.summary,
    description: [
      route.description,
      `Access: ${accessText(route.access)}. Ownership: ${route.ownership}.`,
    ]
      .filter(Boolean)
      .join(' '),
    tags: [route.path.split('/')[1]],
    parameters: [...parameters(route.params, 'path'), ...parameters(route.query, 'query')],
    ...(route.body
      ? { requestBody: { required: true, ...json(jsonSchema(route.body, 'input')) } }
      : {}),
    responses: {
      ...(route.response
        ? { 200: { description: 'Success', ...json(jsonSchema(route.response, 'output')) } }
        : { 302: { description: 'Redirect' } }),
      default: { description: 'Refusal', ...json(jsonSchema(errorEnvelope, 'output')) },
    },
  };
}

function accessText(access: Access): string {
  return typeof access === 'string' ? access : `roles ${['admin', ...access].join(', ')}`;
}

function parameters(schema: z.ZodObject | undefined, place: 'path' | 'query') {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as ObjectSchema;
  return Object.entries(properties).map(([name, shape]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(place === 'query' && { allowEmptyValue: true }),
    schema: shape,
  }));
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output') {
  return z.toJSONSchema(schema, { target: 'openapi-3.0', io, unrepresentable: 'any' });
}

function json(schema: object) {
  return { content: { 'application/json': { schema } } };
}

type ObjectSchema = { properties?: Record<string, object>; required?: string[] };
