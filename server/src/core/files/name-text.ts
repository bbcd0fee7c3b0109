import { readFileSync } from 'node:fs';
import bidiFactory from 'bidi-js';
import type { Content } from 'pdfmake/interfaces';
import { documentFamily, type Family, familiesFor, type Shaper, shaperOf } from './fonts.ts';

/** The space for a name and its font; lengths in points. */
type Place = { width: number; size: number; bold?: boolean; height?: number };

/** Without a list of font features, pdfmake would shape each word separately. */
const shapeWholeRun = { fontFeatures: [] };

/** Fonts ask for one to three times the font size, which is too much or too little for names. */
const lineHeights = { least: 1.2, most: 1.5 };

/**
 * A name as PDF content, whatever its script. pdfmake sets words from left to right in one font, so
 * lines, directions and fonts are determined here.
 */
export function nameText(name: string, { width, size, bold = false, height }: Place): Content {
  const text = visible(name);
  const perLine = lineHeightOf(text, bold) * size;
  const maxLines = height ? Math.max(1, Math.floor(height / perLine)) : Number.MAX_VALUE;
  const lines = wrapName(text, { width: width / size, most: maxLines }, bold);
  const direction = directionOf(text);
  return {
    stack: lines.map((line) => ({
      text: inlinesOf(line, direction, bold),
      noWrap: true,
      bold,
      fontSize: size,
      lineHeight: lineHeightOf(line, bold) / fontHeightOf(line, bold),
    })),
  };
}

/** Replaces control characters with spaces. */
function visible(name: string): string {
  return name.replace(/\p{Cc}+/gu, ' ').trim();
}

/** Relative to the font size. */
function lineHeightOf(line: string, bold: boolean): number {
  return Math.min(lineHeights.most, Math.max(lineHeights.least, fontHeightOf(line, bold)));
}

function fontHeightOf(line: string, bold: boolean): number {
  return Math.max(
    1,
    ...fontRuns(line, bold).map(({ family }) => shaperFor(family, bold).lineHeight),
  );
}

function inlinesOf(line: string, direction: Direction, bold: boolean) {
  return visualOrder(line, direction).flatMap(({ text, level }) => {
    const backwards = level % 2 === 1;
    const runs = fontRuns(text, bold).map((run) => ({
      text: backwards ? mirrored(run.text) : run.text,
      font: run.family.name,
      ...shapeWholeRun,
    }));
    return backwards ? runs.reverse() : runs;
  });
}

/** A part of a text in one font. */
type Run = { text: string; family: Family };

const shapers = new Map<string, Shaper>();

/** The shaper for a family's font, which is read on first use. */
export function shaperFor(family: Family, bold: boolean): Shaper {
  const file = bold ? family.bold : family.normal;
  const shaper = shapers.get(file) ?? shaperOf(readFileSync(file));
  shapers.set(file, shaper);
  return shaper;
}

/** Printed for characters that no font has. */
const replacement = '\ufffd';

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
const letterOrDigit = /[\p{L}\p{N}]/u;

/** Splits a text where its font has to change. */
export function fontRuns(text: string, bold: boolean): Run[] {
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

/** Punctuation stays in the font of the letters before it, so that a phrase keeps one font. */
function familyFor(grapheme: string, before: Family | undefined, bold: boolean) {
  const candidates = [
    ...(before && !letterOrDigit.test(grapheme) ? [before] : []),
    ...familiesFor(grapheme),
  ];
  return candidates.find((family) => shaperFor(family, bold).has(grapheme));
}

/** The width of a text, relative to the font size. */
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

/** Breaks a name into lines of at most `width`, between words if possible; cuts off the last line. */
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

/** A part of a line that is read in one direction. */
type Stretch = { text: string; level: number };

type Direction = 'ltr' | 'rtl';

/** The direction of a text: that of its first letter with a direction. */
function directionOf(text: string): Direction {
  return (bidi.getEmbeddingLevels(text).paragraphs[0]?.level ?? 0) % 2 === 1 ? 'rtl' : 'ltr';
}

/**
 * The stretches of a line in the order in which they appear from left to right, each still in
 * reading order (Unicode bidirectional algorithm, rule L2).
 */
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
