/** The details of an error as what they may be; empty if they are no object at all. */
export function detailsAs<T>(details: unknown): Partial<T> {
  return typeof details === 'object' && details !== null ? (details as Partial<T>) : {};
}
