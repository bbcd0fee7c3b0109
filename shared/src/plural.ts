/** '1 key', '3 keys'; with `many`: '1 key is', '3 keys are'. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
