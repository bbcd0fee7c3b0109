import type { CompiledMessage } from 'icu-minify/format';

/**
 * What our own words are between in the marked language, which only tests know. Neither can be seen,
 * and Playwright ignores both: whatever else has letters is not in the catalogue, or people's own.
 */
export const marks = { open: '\u00ad', close: '\u200b' };

/** English with each piece of our own words between marks; what fills a text in is outside. */
export function marked(
  english: Readonly<Record<string, CompiledMessage>>,
): Record<string, CompiledMessage> {
  return Object.fromEntries(Object.entries(english).map(([key, text]) => [key, markedNodes(text)]));
}

/** What of a text is outside of marks. */
export function unmarked(text: string): string {
  return text.replace(new RegExp(`${marks.open}[^${marks.close}]*${marks.close}`, 'g'), '\n');
}

type Node = string | number | readonly unknown[];

/** Words get marks, also inside tags and choices; names of parameters stay. */
function markedNodes(nodes: CompiledMessage | Node): CompiledMessage {
  if (typeof nodes === 'string') return markedText(nodes);
  return (nodes as Node[]).map((node) =>
    Array.isArray(node) ? markedNode(node) : typeof node === 'string' ? markedText(node) : node,
  ) as CompiledMessage;
}

function markedNode([name, kind, options, ...others]: readonly unknown[]): unknown {
  if (kind === undefined) return [name];
  if (typeof kind === 'number' && kind > 0) {
    const choices = Object.entries(options as Record<string, CompiledMessage>);
    return [name, kind, Object.fromEntries(choices.map(([is, text]) => [is, markedNodes(text)]))];
  }
  const inside = [kind, options, ...others].filter((part) => part !== undefined);
  return [name, ...(markedNodes(inside as Node) as readonly unknown[])];
}

function markedText(text: string): string {
  return /\p{L}/u.test(text) ? `${marks.open}${text}${marks.close}` : text;
}
