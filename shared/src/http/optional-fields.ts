import { z } from 'zod';

/** An optional filter of a list: `all` means no filter. (The server drops empty query fields.) */
export function optionalFilter<S extends z.ZodType>(values: S) {
  return z.preprocess(
    (value: z.input<S> | 'all' | undefined) => (value === 'all' ? undefined : value),
    values.optional(),
  );
}

/**
 * An optional field of a body, for which null counts as absent. Not for edits: there null could also
 * mean 'make it empty', and is rejected.
 */
export function nullAsUndefined<S extends z.ZodType>(schema: S) {
  return z.preprocess((value: z.input<S> | null) => (value === null ? undefined : value), schema);
}
