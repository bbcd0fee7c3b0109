import { expect, test } from 'vitest';
import { openTransaction, requireUnexpired, sealTransaction } from './openid.ts';

const secret = 'a secret of the test alone';
const transaction = {
  state: 'the-state',
  nonce: 'the-nonce',
  codeVerifier: 'v'.repeat(43),
  redirectUri: 'http://127.0.0.1/callback',
  createdAt: 1_800_000_000_000,
  browser: 'the-browser',
};
const unreadable = expect.objectContaining({ reason: 'transaction-invalid' });

test('a sealed transaction opens again with the same secret', () => {
  expect(openTransaction(secret, sealTransaction(secret, transaction))).toEqual(transaction);
});

test('a seal shows nothing of what it holds, and no two are alike', () => {
  const sealed = sealTransaction(secret, transaction);
  expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('the-');
  expect(sealTransaction(secret, transaction)).not.toBe(sealed);
  expect(sealed).toMatch(/^[\w-]+$/);
});

test('a seal altered in any byte does not open', () => {
  const bytes = Buffer.from(sealTransaction(secret, transaction), 'base64url');
  for (const index of bytes.keys()) {
    const altered = Buffer.from(bytes);
    altered.writeUInt8(altered.readUInt8(index) ^ 1, index);
    expect(() => openTransaction(secret, altered.toString('base64url'))).toThrow(unreadable);
  }
});

test('a seal made with another secret does not open', () => {
  const foreign = sealTransaction('another secret', transaction);
  expect(() => openTransaction(secret, foreign)).toThrow(unreadable);
});

test('a missing or nonsensical seal is no transaction', () => {
  for (const sealed of [undefined, '', 'x', 'not sealed by anyone at all, but long enough']) {
    expect(() => openTransaction(secret, sealed)).toThrow(unreadable);
  }
});

test('a transaction is fresh for ten minutes and no longer', () => {
  const { createdAt } = transaction;
  expect(() => requireUnexpired(transaction, createdAt + 600_000)).not.toThrow();
  expect(() => requireUnexpired(transaction, createdAt + 600_001)).toThrow(
    expect.objectContaining({ reason: 'transaction-expired' }),
  );
});
