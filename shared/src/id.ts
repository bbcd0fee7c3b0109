import { z } from 'zod';
import { idPattern } from './is-id.ts';

/** Every object's id: 24 lower-case hexadecimal characters. */
export const idSchema = z.string().regex(idPattern, 'Invalid id format');

/** A moment on the wire: ISO 8601 in UTC. */
export const instantSchema = z.iso.datetime();

const instantForm = 'Please give date and time in UTC, such as 2026-12-24T17:20:00Z';

/**
 * A moment that somebody chose, as near as the days of a calendar are. PostgreSQL knows no year 0 and
 * no endless fraction of a second.
 */
export const chosenInstantSchema = z.iso
  .datetime(instantForm)
  .max(30, instantForm)
  .refine((at) => at >= '2000' && at < '2200', { error: 'Please choose a time near today' });
