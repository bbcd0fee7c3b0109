import { withoutIsolates } from '@keydesk/shared/texts/translator';
import bidiFactory from 'bidi-js';
import type { Content } from 'pdfmake/interfaces';
import {
  documentFamily,
  type Family,
  familiesFor,
  fontBytes,
  type Shaper,
  shaperOf,
} from './fonts.ts';

/** Lengths in points. */
type Place = { width: number; size: number; bold?: boolean; height?: number };

/** Without a list of font features, pdfmake would shape each word separately. */
const shapeWholeRun = { fontFeatures: [] };

/** Fonts request one to three times the font size, which is too much or too little for names. */
const lineHeights = { least: 1.2, most: 1.5 };

/** Runs from left to right; lengths in points. */
export type NameLine = {
  runs: readonly (Run & { width: number })[];
  size: number;
  bold: boolean;
  width: number;
  height: number;
  /** From the top of the line to the baseline. */
  ascent: number;
};

/**
 * Breaks a name of any script into lines that fit. PDF libraries set words from left to right in
 * one font, so lines, directions and fonts are determined here.
 */
export function nameLines(name: string, { width, size, bold = false, height }: Place): NameLine[] {
  const text = visible(name);
  const perLine = lineHeightOf(text, bold) * size;
  const maxLines = height ? Math.max(1, Math.floor(height / perLine)) : Number.MAX_VALUE;
  const direction = directionOf(text);
  return wrapName(text, { width: width / size, most: maxLines }, bold).map((line) => {
    const runs = runsOf(line, direction, bold).map((run) => ({
      ...run,
      width: shaperFor(run.family, bold).widthOf(run.text) * size,
    }));
    return {
      runs,
      size,
      bold,
      width: runs.reduce((sum, run) => sum + run.width, 0),
      height: lineHeightOf(line, bold) * size,
      ascent: size * Math.max(0, ...runs.map(({ family }) => shaperFor(family, bold).ascent)),
    };
  });
}

export function nameText(name: string, place: Place): Content {
  return {
    stack: nameLines(name, place).map(({ runs, size, bold, height }) => ({
      text: runs.map(({ text, family }) => ({ text, font: family.name, ...shapeWholeRun })),
      noWrap: true,
      bold,
      fontSize: size,
      lineHeight: height / size / fontHeightOf(runs, bold),
    })),
  };
}

/** A text of one line, whose width nobody knows yet, in fonts that have its letters. */
export function lineRuns(line: string): { text: string; font: string }[] {
  return runsOf(line, directionOf(line), false).map(({ text, family }) => ({
    text,
    font: family.name,
    ...shapeWholeRun,
  }));
}

/** Replaces control characters with spaces. */
function visible(name: string): string {
  return name.replace(/\p{Cc}+/gu, ' ').trim();
}

/** Relative to the font size. */
function lineHeightOf(line: string, bold: boolean): number {
  const fontHeight = fontHeightOf(fontRuns(line, bold), bold);
  return Math.min(lineHeights.most, Math.max(lineHeights.least, fontHeight));
}

function fontHeightOf(runs: readonly Run[], bold: boolean): number {
  return Math.max(1, ...runs.map(({ family }) => shaperFor(family, bold).lineHeight));
}

function runsOf(line: string, direction: Direction, bold: boolean): Run[] {
  return visualOrder(line, direction).flatMap(({ text, level }) => {
    const backwards = level % 2 === 1;
    const runs = fontRuns(text, bold).map(({ text, family }) => ({
      text: backwards ? mirrored(text) : text,
      family,
    }));
    return backwards ? runs.reverse() : runs;
  });
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

/** Whether the document's font has all letters, and no order changes. */
export function isPlain(text: string): boolean {
  return plainLatin.test(text);
}

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

type Bounds = { width: number; most: number };

const wordSegmenter = new Intl.Segmenter('und', { granularity: 'word' });

/** From coarse to fine: at spaces, at words of scripts without spaces, at letters. */
const splitters: ((text: string) => string[])[] = [
  (text) => text.split(/(?<=\s)(?=\S)/),
  (text) => segmentsOf(wordSegmenter, text),
  (text) => segmentsOf(graphemes, text),
];

/** Breaks a name into lines, between words if possible; truncates the last line. */
export function wrapName(name: string, { width, most }: Bounds, bold: boolean): string[] {
  const fits = (text: string): boolean => widthOf(text.trimEnd(), bold) <= width;
  if (fits(name)) return [name];
  const lines = [''];
  const fill = (text: string, finer: number): void => {
    for (const piece of splitters[finer]?.(text) ?? [text]) {
      const line = lines.at(-1) ?? '';
      if (fits(line + piece)) lines[lines.length - 1] = line + piece;
      else if (fits(piece) || !splitters[finer + 1]) lines.push(piece);
      else fill(piece, finer + 1);
    }
  };
  fill(name, 0);
  const kept = lines.filter((line) => line.trim() !== '').map((line) => line.trim());
  if (kept.length <= most) return kept;
  const last = segmentsOf(graphemes, kept[most - 1] ?? '');
  while (last.length > 0 && !fits(`${last.join('')}…`)) last.pop();
  return [...kept.slice(0, most - 1), `${last.join('').trimEnd()}…`];
}

function segmentsOf(segmenter: Intl.Segmenter, text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

const bidi = bidiFactory();

type Stretch = { text: string; level: number };

type Direction = 'ltr' | 'rtl';

/** The direction of the first letter that has one. */
function directionOf(text: string): Direction {
  return (bidi.getEmbeddingLevels(text).paragraphs[0]?.level ?? 0) % 2 === 1 ? 'rtl' : 'ltr';
}

/** A line's stretches from left to right, each in reading order (UAX #9, rule L2). */
export function visualOrder(line: string, direction: Direction): Stretch[] {
  const stretches = stretchesOf(line, direction);
  const highest = Math.max(0, ...stretches.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1) {
    for (let start = 0; start < stretches.length; start += 1) {
      let end = start;
      while ((stretches[end]?.level ?? -1) >= level) end += 1;
      stretches.splice(start, end - start, ...stretches.slice(start, end).reverse());
      start = Math.max(start, end - 1);
    }
  }
  return stretches;
}

function stretchesOf(line: string, direction: Direction): Stretch[] {
  const { levels } = bidi.getEmbeddingLevels(line, direction);
  const stretches: Stretch[] = [];
  for (let at = 0; at < line.length; at += 1) {
    const level = levels[at] ?? 0;
    const last = stretches.at(-1);
    if (last?.level === level) last.text += line[at];
    else stretches.push({ text: line[at] ?? '', level });
  }
  return stretches;
}

const strong = /\p{L}/u;

/** Reverses and mirrors text without letters, whose direction the layout could not know. */
function mirrored(text: string): string {
  return strong.test(text)
    ? text
    : Array.from(text, (sign) => bidi.getMirroredCharacter(sign) ?? sign)
        .reverse()
        .join('');
}
