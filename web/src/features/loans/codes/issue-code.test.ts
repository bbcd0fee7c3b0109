import { afterEach, expect, test, vi } from 'vitest';
import { fakeServer } from '../../../lib/testing/fake-server.ts';
import { issuedCode, requestCode } from './shown-code.ts';

afterEach(() => vi.unstubAllGlobals());

const request = { type: 'batch-return', keyIds: ['a'.repeat(24)] } as const;
const other = { type: 'batch-return', keyIds: ['b'.repeat(24)] } as const;

function open() {
  const requests = fakeServer(() => ({ body: { success: true, data: { qrText: 'code' } } }));
  return { requests, take: (of: typeof request | typeof other) => issuedCode(copy(of), signal) };
}

const { signal } = new AbortController();

function copy(of: typeof request | typeof other) {
  return { ...of, keyIds: [...of.keyIds] };
}

test('a restored batch that asks twice while it opens gets one code', async () => {
  const { requests, take } = open();
  requestCode(copy(request));
  requestCode(copy(request));
  expect(await take(request)).toEqual({ qrText: 'code' });
  expect(requests).toHaveLength(1);
});

test('other keys, and a later opening, get a code of their own', async () => {
  const { requests, take } = open();
  requestCode(copy(request));
  requestCode(copy(other));
  await take(other);
  requestCode(copy(other));
  await take(other);
  expect(requests).toHaveLength(3);
});

test('a code that arrived and that nobody took is not kept for the next opening', async () => {
  const { requests, take } = open();
  requestCode(copy(request));
  await new Promise((resolve) => setTimeout(resolve, 10));
  requestCode(copy(request));
  await take(request);
  expect(requests).toHaveLength(2);
});
