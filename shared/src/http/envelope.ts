import { z } from 'zod';

/** A success with `data` (DESIGN §5). */
export const dataEnvelope = <T extends z.ZodType>(data: T) =>
  z.object({ success: z.literal(true), message: z.string().optional(), data });

/** A success that says only that it is one. */
export const messageEnvelope = z.object({ success: z.literal(true), message: z.string() });

/** Every failure. `code` is a row of the error catalogue. */
export const errorEnvelope = z.object({
  success: z.literal(false),
  message: z.string(),
  error: z.object({ code: z.string(), details: z.unknown().optional() }),
});
export type ErrorEnvelope = z.infer<typeof errorEnvelope>;
