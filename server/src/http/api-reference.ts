import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { api, type RouteName } from '@keydesk/shared/api';
import { errorStatus } from '@keydesk/shared/core/errors';
import { type Access, errorEnvelope, type Route } from '@keydesk/shared/http/route';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { apiGuide } from './api-guide.ts';
import { computerCookie, cookieNameAt, sessionCookie } from './principal.ts';
import { refusalsOf } from './refusals.ts';

export const apiReferencePath = '/api/docs';

type ApiReference = {
  title: string;
  version: string;
  publicUrl: string;
  /** Throws unless the caller may read the reference; without it everyone may. */
  authorize?: (request: FastifyRequest) => Promise<void>;
};

export async function serveApiReference(
  app: FastifyInstance,
  { authorize, ...reference }: ApiReference,
): Promise<void> {
  await app.register(swagger, {
    mode: 'static',
    specification: { document: openApiDocument(reference) },
  });
  // In its own scope, so that the hook covers the page's files and the document too.
  await app.register(async (scope) => {
    if (authorize) scope.addHook('onRequest', authorize);
    await scope.register(swaggerUi, { routePrefix: apiReferencePath });
  });
}

type Paths = Record<string, Record<string, object>>;

/** Describes the routes when someone first asks: that takes half as long as a start. */
function openApiDocument({ title, version, publicUrl }: ApiReference) {
  let paths: Paths | undefined;
  const cookie = (name: string) => ({
    type: 'apiKey' as const,
    in: 'cookie' as const,
    name: cookieNameAt(publicUrl, name),
  });
  return {
    openapi: '3.1.0' as const,
    info: {
      title,
      version,
      description: apiGuide(cookieNameAt(publicUrl, sessionCookie)),
      license: { name: 'Proprietary', url: publicUrl },
    },
    servers: [{ url: publicUrl }],
    security: [{ cookie: [] }, { bearer: [] }],
    components: {
      parameters: {
        AcceptLanguage: {
          name: 'Accept-Language',
          in: 'header' as const,
          description: 'The language of texts in the answer; English by default',
          schema: { type: 'string' as const },
          example: 'en',
        },
      },
      securitySchemes: {
        cookie: cookie(sessionCookie),
        bearer: { type: 'http' as const, scheme: 'bearer' },
        computer: cookie(computerCookie),
      },
      schemas: { Refusal: jsonSchema(errorEnvelope, 'output') },
    },
    get paths() {
      paths ??= describeRoutes();
      return paths;
    },
  };
}

function describeRoutes(): Paths {
  const paths: Paths = {};
  for (const [name, route] of Object.entries(api) as [RouteName, Route][]) {
    const path = `/api${route.path.replace(/:(\w+)/g, '{$1}')}`;
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(name, route) };
  }
  return paths;
}

function operation(name: RouteName, route: Route) {
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
    ...securityOf(route),
    parameters: [
      ...parameters(route.params, 'path'),
      ...parameters(route.query, 'query'),
      { $ref: '#/components/parameters/AcceptLanguage' },
    ],
    ...(route.body
      ? { requestBody: { required: true, ...json(jsonSchema(route.body, 'input')) } }
      : {}),
    responses: { ...successOf(name, route), ...refusalResponses(name) },
  };
}

/** Only what differs from the document's. */
function securityOf({ access, deskComputer }: Route) {
  if (access === 'public') return { security: [] };
  return deskComputer === 'never'
    ? {}
    : { security: [{ cookie: [] }, { bearer: [] }, { computer: [] }] };
}

const redirects: readonly RouteName[] = [
  'beginGoogleSignIn',
  'finishGoogleSignIn',
  'confirmSignIn',
];

function successOf(name: RouteName, { response }: Route) {
  if (redirects.includes(name)) return { 302: { description: 'Redirect' } };
  const content = response ? json(jsonSchema(response, 'output')) : {};
  return { 200: { description: response ? 'Success' : 'A file', ...content } };
}

/** For each status its codes. */
function refusalResponses(name: RouteName) {
  const codes = refusalsOf(name);
  const statuses = [...new Set(codes.map((code) => errorStatus[code]))];
  return Object.fromEntries(
    statuses.map((status) => {
      const possible = codes.filter((code) => errorStatus[code] === status);
      const error = { type: 'object', properties: { code: { enum: possible } } };
      return [
        status,
        {
          description: possible.map((code) => `\`${code}\``).join(', '),
          ...json({
            allOf: [
              { $ref: '#/components/schemas/Refusal' },
              { type: 'object', properties: { error } },
            ],
          }),
        },
      ];
    }),
  );
}

function accessText(access: Access): string {
  return typeof access === 'string' ? access : [...new Set(['admin', ...access])].join(', ');
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

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): object {
  const { $schema: _dialect, ...described } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
  });
  return described;
}

function json(schema: object) {
  return { content: { 'application/json': { schema } } };
}

type ObjectSchema = { properties?: Record<string, object>; required?: string[] };
