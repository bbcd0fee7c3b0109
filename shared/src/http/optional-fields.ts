import { z } from 'zod';

/** A filter of a list: `all` narrows nothing. (The server counts any empty query field as absent.) */
export function optionalFilter<S extends z.ZodType>(values: S) {
  return z.preprocess(
    (value: z.input<S> | 'all' | undefined) => (value === 'all' ? undefined : value),
    values.optional(),
  );
}

/**
 * A field of a body that may be left out. JSON clients send null for what they do not have, which
 * counts as absent; where null could also mean 'make it empty', as in an edit, it stays refused.
 */
export function nullAsUndefined<S extends z.ZodType>(schema: S) {
  return z.preprocess((value: z.input<S> | null) => (value === null ? undefined : value), schema);
}
