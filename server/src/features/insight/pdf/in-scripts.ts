import { directionOf, spokenLanguage } from '@keydesk/shared/texts/translator';
import type { Content } from 'pdfmake/interfaces';
import { isPlain, lineRuns } from '../../../core/files/name-text.ts';

const otherSide: Readonly<Record<string, string>> = { left: 'right', right: 'left' };

/**
 * The same content in fonts that have its letters, and mirrored in right-to-left languages. What
 * has a font already stays, such as names.
 */
export function inScripts(content: Content): Content {
  const isMirrored = directionOf(spokenLanguage()) === 'rtl';
  const inOrder = (parts: unknown[]) => (isMirrored ? parts.toReversed() : parts);
  const change = (node: unknown): unknown => {
    if (typeof node === 'string') return isPlain(node) ? node : { text: lineRuns(node) };
    if (Array.isArray(node)) return node.map(change);
    if (typeof node !== 'object' || node === null || 'font' in node) return node;
    return Object.fromEntries(
      Object.entries(node).map(([name, value]) => [name, part(name, value)]),
    );
  };
  const part = (name: string, value: unknown): unknown => {
    if (name === 'text' && typeof value === 'string')
      return isPlain(value) ? value : lineRuns(value);
    if (name === 'text' && Array.isArray(value)) return inOrder(value.map(change));
    if (name === 'stack') return change(value);
    if (name === 'columns') return inOrder((value as unknown[]).map(change));
    if (name === 'alignment' && isMirrored) return otherSide[String(value)] ?? value;
    if (name === 'table') {
      const { widths, body, ...table } = value as { widths: unknown[]; body: unknown[][] };
      return {
        ...table,
        widths: inOrder(widths),
        body: body.map((row) => inOrder(row.map(change))),
      };
    }
    return value;
  };
  return change(content) as Content;
}
