import { api } from '@keydesk/shared/api';
import { errorEnvelope } from '@keydesk/shared/http/envelope';
import type { Access, Route } from '@keydesk/shared/http/route';
import { z } from 'zod';

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { target: 'openapi-3.0', io, unrepresentable: 'any' });

const accessText = (access: Access): string =>
  typeof access === 'string' ? access : `roles ${['admin', ...access].join(', ')}`;

type ObjectSchema = { properties?: Record<string, object>; required?: string[] };

const parameters = (schema: z.ZodObject | undefined, place: 'path' | 'query') => {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as ObjectSchema;
  return Object.entries(properties).map(([name, shape]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(place === 'query' && { allowEmptyValue: true }),
    schema: shape,
  }));
};

const json = (schema: object) => ({ content: { 'application/json': { schema } } });

const operation = (name: string, route: Route) => ({
  operationId: name,
  summary: route.summary,
  description: `Access: ${accessText(route.access)}. Ownership: ${route.ownership}.`,
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
});

/** The API reference, computed from the route table alone. */
export const openApiDocument = (info: { title: string; version: string }) => {
  const paths: Record<string, Record<string, object>> = {};
  for (const [name, route] of Object.entries(api) as [string, Route][]) {
    const path = `/api${route.path.replace(/:(\w+)/g, '{$1}')}`;
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(name, route) };
  }
  return { openapi: '3.0.3' as const, info, paths };
};
