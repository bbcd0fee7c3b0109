export const idPattern = /^[0-9a-f]{24}$/;

/** Separate from the schema, to keep the schema library out of the browser's first script. */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && idPattern.test(value);
}
