import { withoutIsolates } from '@keydesk/shared/texts/translator';
import {
  documentFamily,
  type Family,
  familiesFor,
  fontBytes,
  type Shaper,
  shaperOf,
} from './fonts.ts';
import { forShaping, visualOrder } from './visual-order.ts';

/** Lengths in points. */
type Place = { width: number; size: number; bold?: boolean; height?: number };

/** Fonts request one to three times the font size, which is too much or too little for names. */
const lineHeights = { least: 1.2, most: 1.5 };

/** Runs from left to right; lengths in points. */
export type TextLine = {
  runs: readonly (Run & { width: number })[];
  size: number;
  bold: boolean;
  width: number;
  height: number;
  /** From the top of the line to the baseline. */
  ascent: number;
};

/**
 * Breaks a text of any script into lines that fit. The PDF library sets words from left to right in
 * one font, so lines, directions and fonts are determined here.
 */
export function textLines(text: string, { width, size, bold = false, height }: Place): TextLine[] {
  const whole = visible(text);
  const perLine = lineHeightOf(whole, bold) * size;
  const most = height ? Math.max(1, Math.floor(height / perLine)) : Number.MAX_VALUE;
  const { shown, lines } = wrap(whole, { width: width / size, most }, bold);
  const order = visualOrder(shown);
  return lines.map(({ start, end }) => {
    const runs = order(start, end)
      .flatMap(({ text, backwards }) => {
        const runs = fontRuns(text, bold).map((run) => ({
          ...run,
          text: forShaping({ text: run.text, backwards }),
        }));
        return backwards ? runs.reverse() : runs;
      })
      .map((run) => ({ ...run, width: shaperFor(run.family, bold).widthOf(run.text) * size }));
    return {
      runs,
      size,
      bold,
      width: runs.reduce((sum, run) => sum + run.width, 0),
      height: lineHeightOf(shown.slice(start, end), bold) * size,
      ascent: size * Math.max(0, ...runs.map(({ family }) => shaperFor(family, bold).ascent)),
    };
  });
}

/** Replaces control characters and ends of lines with spaces. */
function visible(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}

/** Relative to the font size. */
function lineHeightOf(line: string, bold: boolean): number {
  const heights = fontRuns(line, bold).map(({ family }) => shaperFor(family, bold).lineHeight);
  return Math.min(lineHeights.most, Math.max(lineHeights.least, ...heights));
}

type Run = { text: string; family: Family };

/** Reads the font on first use. */
export function shaperFor(family: Family, bold: boolean): Shaper {
  return shaperOf(fontBytes(bold ? family.bold : family.normal));
}

/** Printed for characters that no font has. */
const replacement = '\ufffd';

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
const letterOrDigit = /[\p{L}\p{N}]/u;

/** Letters of the document's font that need no shaping. */
const plainLatin = /^[ -~\u00c0-\u017f]+$/;

/** Splits a text where its font has to change. */
export function fontRuns(line: string, bold: boolean): Run[] {
  // Their work is done once the line is in its visual order.
  const text = withoutIsolates(line);
  if (plainLatin.test(text)) return [{ text, family: documentFamily }];
  const runs: Run[] = [];
  for (const { segment } of graphemes.segment(text)) {
    const last = runs.at(-1);
    const family = familyFor(segment, last?.family, bold);
    const letters = family ? segment : replacement;
    if (last && last.family === (family ?? documentFamily)) last.text += letters;
    else runs.push({ text: letters, family: family ?? documentFamily });
  }
  return runs;
}

/** Punctuation keeps the font of the preceding letters. */
function familyFor(grapheme: string, before: Family | undefined, bold: boolean) {
  const candidates = [
    ...(before && !letterOrDigit.test(grapheme) ? [before] : []),
    ...familiesFor(grapheme),
  ];
  return candidates.find((family) => shaperFor(family, bold).has(grapheme));
}

/** Relative to the font size. */
export function widthOf(text: string, bold: boolean): number {
  return fontRuns(text, bold).reduce(
    (width, run) => width + shaperFor(run.family, bold).widthOf(run.text),
    0,
  );
}

const wordSegmenter = new Intl.Segmenter('und', { granularity: 'word' });

/** From coarse to fine: at spaces, at words of scripts without spaces, at letters. */
const splitters: ((text: string) => string[])[] = [
  (text) => text.split(/(?<=[^\S\u00a0\u202f])(?=\S)/),
  (text) => segmentsOf(wordSegmenter, text),
  (text) => segmentsOf(graphemes, text),
];

function segmentsOf(segmenter: Intl.Segmenter, text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

type Bounds = { width: number; most: number };

/** A part of a text. */
type Span = { start: number; end: number };

/** Breaks a text into lines, between words if possible; truncates the last line. */
function wrap(
  text: string,
  { width, most }: Bounds,
  bold: boolean,
): { shown: string; lines: Span[] } {
  const whole = { start: 0, end: text.length };
  const fits = ({ start, end }: Span): boolean =>
    widthOf(text.slice(start, end).trimEnd(), bold) <= width;
  if (fits(whole)) return { shown: text, lines: [whole] };
  let line = { start: 0, end: 0 };
  const lines = [line];
  const fill = (part: Span, finer: number): void => {
    for (const piece of piecesOf(text, part, finer)) {
      if (fits({ start: line.start, end: piece.end })) line.end = piece.end;
      else if (fits(piece) || !splitters[finer + 1]) {
        line = piece;
        lines.push(line);
      } else fill(piece, finer + 1);
    }
  };
  fill(whole, 0);
  const kept = lines.map((line) => trimmed(text, line)).filter(({ start, end }) => start < end);
  const last = kept[most - 1];
  if (!last || kept.length <= most) return { shown: text, lines: kept };
  const letters = segmentsOf(graphemes, text.slice(last.start, last.end));
  while (letters.length > 0 && widthOf(`${letters.join('')}…`, bold) > width) letters.pop();
  const shown = `${text.slice(0, last.start)}${letters.join('').trimEnd()}…`;
  return {
    shown,
    lines: [...kept.slice(0, most - 1), { start: last.start, end: shown.length }],
  };
}

function piecesOf(text: string, { start, end }: Span, finer: number): Span[] {
  const pieces = splitters[finer]?.(text.slice(start, end)) ?? [];
  let from = start;
  return pieces.map((piece) => {
    const span = { start: from, end: from + piece.length };
    from = span.end;
    return span;
  });
}

function trimmed(text: string, { start, end }: Span): Span {
  const line = text.slice(start, end);
  return {
    start: start + line.length - line.trimStart().length,
    end: start + line.trimEnd().length,
  };
}
