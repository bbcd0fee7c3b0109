import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { api, type RouteName } from './api.ts';
import type { Route } from './http/route.ts';

const rows = Object.entries(api) as [RouteName, Route][];

describe('every row of the route table', () => {
  test.each(rows)('%s names its parameters in its path and refuses unknown fields', (_n, row) => {
    const named = [...row.path.matchAll(/:(\w+)/g)].map(([, name]) => name).sort();
    expect(Object.keys(row.params?.shape ?? {}).sort()).toEqual(named);
    if (row.params) expect(row.params.safeParse({ surplus: '' }).success).toBe(false);
  });

  test.each(rows)('%s is described, and only public rows belong to nobody signed in', (_n, row) => {
    expect(row.summary).toMatch(/^[A-Z].+[^.]$/);
    if (row.access === 'public') expect(row.ownership).toBe('none');
    if (row.access === 'signed-in') expect(row.ownership).toBe('caller');
  });

  test.each(rows.filter(([, row]) => row.response !== null))(
    '%s answers with a success',
    (_name, row) => {
      const schema = z.toJSONSchema(row.response ?? z.never(), { unrepresentable: 'any' });
      expect(schema).toMatchObject({ properties: { success: { const: true } } });
    },
  );
});

test('no two rows share a method and a path', () => {
  const addresses = rows.map(([, row]) => `${row.method} ${row.path.replace(/:\w+/g, ':')}`);
  expect(new Set(addresses).size).toBe(addresses.length);
});

test('reading calls never carry a body', () => {
  for (const [name, row] of rows)
    expect({ name, body: row.method === 'GET' && row.body !== undefined }).toEqual({
      name,
      body: false,
    });
});

/** Words of field names that hold what no one may guess. */
const secretWords =
  /^(tokens?|bearer|secrets?|pins?|passwords?|hash|qr|otp|nonce|cookies?|credentials?|signature)$/;

/** `token`: the server leaves answers with it as they are. The others hold no secret. */
const harmless = ['token', 'passwordPolicy'];

function fieldNames(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([name, part]) => [
    ...(name === 'properties' ? Object.keys(part) : []),
    ...fieldNames(part),
  ]);
}

test('what is read, which the server compresses, has no field with a secret', () => {
  const suspects = rows.flatMap(([name, { method, response }]) =>
    method === 'GET' && response
      ? fieldNames(z.toJSONSchema(response, { unrepresentable: 'any' }))
          .filter((field) => !harmless.includes(field) && hasSecretName(field))
          .map((field) => `${name}: ${field}`)
      : [],
  );
  expect(suspects).toEqual([]);
});

test.each([
  ...['bearer', 'pin', 'guardPin', 'codeHash', 'qrText', 'csrf_token', 'accessToken', 'apiSecret'],
])('%s names a secret', (field) => {
  const schema = z.object({ data: z.array(z.object({ [field]: z.string() })) });
  expect(fieldNames(z.toJSONSchema(schema)).filter(hasSecretName)).toEqual([field]);
});

test.each(['pinned', 'mapping', 'code', 'keyNumber'])('%s names none', (field) => {
  expect(hasSecretName(field)).toBe(false);
});

function hasSecretName(field: string): boolean {
  const words = field
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_-]+/);
  return words.some((word) => secretWords.test(word));
}
