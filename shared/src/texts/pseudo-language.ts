import type { CompiledMessage } from 'icu-minify/format';
import type { Texts } from './translator.ts';

/**
 * English with accents, 40 % longer and in brackets, for tests and `npm run dev`: whatever is
 * without brackets is not in the catalogue, and what overflows would in another language.
 */
export function accented<P>(english: Texts<P>): Texts<P> {
  const texts = Object.entries(english as Record<string, CompiledMessage>);
  return Object.fromEntries(
    texts.map(([key, text]) => [key, ['⟦', ...[accentedNodes(text)].flat(), '⟧']]),
  ) as Texts<P>;
}

type Node = string | number | readonly unknown[];

/** Words get accents, and what is inside tags and choices too; names of parameters stay. */
function accentedNodes(nodes: CompiledMessage | Node): CompiledMessage {
  if (typeof nodes === 'string') return accentedText(nodes);
  return (nodes as Node[]).map((node) =>
    Array.isArray(node) ? accentedNode(node) : typeof node === 'string' ? accentedText(node) : node,
  ) as CompiledMessage;
}

function accentedNode([name, kind, options, ...others]: readonly unknown[]): unknown {
  if (kind === undefined) return [name];
  if (typeof kind === 'number' && kind > 0) {
    const choices = Object.entries(options as Record<string, CompiledMessage>);
    return [name, kind, Object.fromEntries(choices.map(([is, text]) => [is, accentedNodes(text)]))];
  }
  return [name, ...accentedNodes([kind, options, ...others].filter((part) => part !== undefined))];
}

const plain = 'AEIOUYaeiouycnsdlrtbfghjkmpqvwxzBCDFGHJKLMNPQRSTVWXZ';
const marked = 'ÀÈÌÒÙÝàèìòùýçñšďľřťƀƒĝĥĵķɱþɋṽŵẋžƁÇĎƑĜĤĴĶĽṀÑÞɊŘŠŤṼŴẊŽ';

function accentedText(text: string): string {
  const letters = Array.from(text, (letter) => marked[plain.indexOf(letter)] ?? letter);
  return letters.join('') + '~'.repeat(Math.ceil(text.trim().length * 0.4));
}
