import { z } from 'zod';
import { isSecret, parseToken } from '../handovers/qr-parse.ts';
import { idSchema, instantSchema } from '../id.ts';

/** The content of a guard's duty code. */
export const dutyPayloadSchema = z.object({
  type: z.literal('duty'),
  userId: idSchema,
  timestamp: instantSchema,
  dutyId: z.string(),
});
export type DutyPayload = z.infer<typeof dutyPayloadSchema>;

/** A scanned duty code: its secret, and what its payload claims. Of a token only the secret is known. */
export type ScannedDutyCode = { secret: string; claimed: DutyPayload | null };

/** Reads a duty code: the record, its JSON text, or a compact token; null for anything else. */
export function parseDutyCode(scanned: unknown): ScannedDutyCode | null {
  const token = typeof scanned === 'string' ? parseToken(scanned) : null;
  if (token) return { secret: token, claimed: null };
  const payload = dutyPayloadSchema.safeParse(toRecord(scanned));
  if (!payload.success || !isSecret(payload.data.dutyId)) return null;
  return { secret: payload.data.dutyId, claimed: payload.data };
}

/** Whether a scanned text says of itself that it is a duty code. */
export function isDutyCode(text: string): boolean {
  return parseDutyCode(text)?.claimed != null;
}

const maxTextLength = 1_000;

function toRecord(scanned: unknown): unknown {
  if (typeof scanned !== 'string' || scanned.length > maxTextLength) return scanned;
  try {
    return JSON.parse(scanned);
  } catch {
    return null;
  }
}
