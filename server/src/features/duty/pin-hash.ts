import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** Stored with each hash, so that later ones may cost more. */
const cost = 2 ** 14;
const saltBytes = 16;
const hashBytes = 32;

/** A PIN as it is stored: method, cost, salt and hash. */
export async function hashPin(pin: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const hash = await derive(pin, salt, hashBytes, { N: cost });
  return ['scrypt', cost, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

/** Whether this is the PIN that was stored; without one no PIN is, and it takes as long to say so. */
export async function matchesPin(pin: string, stored: string | null): Promise<boolean> {
  if (stored === null) {
    await hashPin(pin);
    return false;
  }
  const [, N, salt = '', hash = ''] = stored.split('$');
  const expected = Buffer.from(hash, 'base64url');
  const actual = await derive(pin, Buffer.from(salt, 'base64url'), expected.length, {
    N: Number(N),
  });
  return timingSafeEqual(actual, expected);
}
