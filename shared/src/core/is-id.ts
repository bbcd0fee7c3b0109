export const idPattern = /^[0-9a-f]{24}$/;

/**
 * Whether `value` has the form of an object id. Apart from the schema, which would bring the schema
 * library into the browser's first script.
 */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && idPattern.test(value);
}
