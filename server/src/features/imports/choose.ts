/** A field that holds one of a few values. */
export type Choice = { name: string; values: readonly string[] };

/** The value that a cell means, whatever its case, or why there is none. */
export const choose = (
  { name, values }: Choice,
  cell: string,
): { value: string; problem: null } | { value: null; problem: string } => {
  const value = values.find((each) => each.toLowerCase() === cell.toLowerCase());
  return value === undefined
    ? { value: null, problem: `${name} "${cell}" is not one of ${values.join(', ')}` }
    : { value, problem: null };
};
