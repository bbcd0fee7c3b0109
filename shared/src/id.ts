import { z } from 'zod';

const idPattern = /^[0-9a-f]{24}$/;

/** Every object's id: 24 lower-case hexadecimal characters. */
export const idSchema = z.string().regex(idPattern, 'Invalid id format');

/** Whether `value` has the form of an object id. */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && idPattern.test(value);
}

/** A moment on the wire: ISO 8601 in UTC. */
export const instantSchema = z.iso.datetime();
