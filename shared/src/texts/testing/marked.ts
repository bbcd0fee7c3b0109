import type { CompiledMessage } from 'icu-minify/format';

/**
 * What our own words are between in the marked language, which only tests know: whatever else has
 * letters is not in the catalogue, or people's own. Playwright ignores these two.
 */
export const invisibleMarks: Marks = { open: '\u00ad', close: '\u200b' };

/** Paper has no invisible letters. */
export const printedMarks: Marks = { open: '\u00ab', close: '\u00bb' };

type Marks = { open: string; close: string };

/** What is the same in every language, and the words that Intl puts into dates, times and lists. */
export const namesAndTimes = new RegExp(
  [
    'keydesk|postgresql|pdf|csv|xxxx|fac001|enrol|debug|info|warn|error',
    '(jan|febr?)(uary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|(sept?|oct|nov|dec)(t?ember|ober)?',
    '(mon|tue|wed|thu|fri|sat|sun)(s?day|nesday|rsday|urday)?',
    'and|yesterday|today|tomorrow|ago|(day|hour|minute)s?|h|min|sec|hrs?|am|pm|utc|gmt',
  ]
    .map((words) => `(?<!\\p{L})(${words})(?!\\p{L})`)
    .join('|'),
  'giu',
);

/** English with each piece of our own words between marks; what fills a text in is outside. */
export function marked(
  english: Readonly<Record<string, CompiledMessage>>,
  marks = invisibleMarks,
): Record<string, CompiledMessage> {
  return Object.fromEntries(
    Object.entries(english).map(([key, text]) => [key, markedNodes(text, marks)]),
  );
}

/** What of a text is outside of marks. */
export function unmarked(text: string, { open, close } = invisibleMarks): string {
  return text.replace(new RegExp(`${open}[^${close}]*${close}`, 'g'), '\n');
}

type Node = string | number | readonly unknown[];

/** Words get marks, also inside tags and choices; names of parameters stay. */
function markedNodes(nodes: CompiledMessage | Node, marks: Marks): CompiledMessage {
  if (typeof nodes === 'string') return markedText(nodes, marks);
  return (nodes as Node[]).map((node) => {
    if (Array.isArray(node)) return markedNode(node, marks);
    return typeof node === 'string' ? markedText(node, marks) : node;
  }) as CompiledMessage;
}

function markedNode([name, kind, options, ...others]: readonly unknown[], marks: Marks): unknown {
  if (kind === undefined) return [name];
  if (typeof kind === 'number' && kind > 0) {
    const choices = Object.entries(options as Record<string, CompiledMessage>);
    return [
      name,
      kind,
      Object.fromEntries(choices.map(([is, text]) => [is, markedNodes(text, marks)])),
    ];
  }
  const inside = [kind, options, ...others].filter((part) => part !== undefined);
  return [name, ...(markedNodes(inside as Node, marks) as readonly unknown[])];
}

function markedText(text: string, { open, close }: Marks): string {
  return /\p{L}/u.test(text) ? `${open}${text}${close}` : text;
}
