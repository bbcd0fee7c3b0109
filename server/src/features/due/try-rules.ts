import { dueFor } from '@keydesk/shared/due/due-for';
import { appError } from '@keydesk/shared/errors';
import type { Connection } from '../../platform/db/client.ts';
import { findKeys } from '../keys/index.ts';
import { findPersonDetails } from '../users/index.ts';
import type { CurrentDue } from './current-due.ts';
import { ladderPreview } from './ladder-preview.ts';

type Trial = { keyId: string; userId: string; at: string };

/**
 * When this key would be due, handed to this person at this moment.
 * @throws KEY_NOT_FOUND, PERSON_NOT_FOUND
 */
export async function tryRules(
  { db, due }: { db: Connection; due: CurrentDue },
  { keyId, userId, at }: Trial,
) {
  const [[key], person] = await Promise.all([findKeys(db, [keyId]), findPersonDetails(db, userId)]);
  if (!key || key.deletedAt) throw appError('KEY_NOT_FOUND');
  if (!person) throw appError('PERSON_NOT_FOUND');
  const takenAt = new Date(at);
  const facts = { key, holderId: person.id, rules: due.rules() };
  const { dueAt, graceUntil, latest, rule } = dueFor(takenAt, facts, due.calendar());
  return {
    dueAt: dueAt?.toISOString() ?? null,
    graceUntil: graceUntil?.toISOString() ?? null,
    latest: latest?.toISOString() ?? null,
    rule,
    ladder: await ladderPreview(db, { takenAt, dueAt, graceUntil }, due.calendar()),
  };
}
