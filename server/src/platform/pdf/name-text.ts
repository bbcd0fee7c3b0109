import { readFileSync } from 'node:fs';
import type { Content } from 'pdfmake/interfaces';
import { type Direction, directionOf, mirrored, visualOrder } from './bidi.ts';
import { documentFamily, type Family, families } from './fonts.ts';
import { type Shaper, shaperOf } from './shaper.ts';

/** Where a name is put, and in which letters; lengths in points. */
type Place = { width: number; size: number; bold?: boolean; height?: number };

/** A run is shaped as a whole: with no list of features the layout would do so word by word. */
const shapeWholeRun = { fontFeatures: [] };

/** Fonts ask for the letters' size up to three times it; names need something between. */
const lineHeights = { least: 1.2, most: 1.5 };

/**
 * A name in the letters it has, whatever their script. The layout sets words from left to right in
 * one font, so that lines, directions and fonts are settled before.
 */
export function nameText(name: string, { width, size, bold = false, height }: Place): Content {
  const text = visible(name);
  const perLine = lineHeightOf(text, bold) * size;
  const most = height ? Math.max(1, Math.floor(height / perLine)) : Number.MAX_VALUE;
  const lines = wrapName(text, { width: width / size, most }, bold);
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

/** What cannot be seen is nothing to print. */
function visible(name: string): string {
  return name.replace(/\p{Cc}+/gu, ' ').trim();
}

/** As a part of the letters' size. */
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

/** A stretch of a text that one font sets. */
type Run = { text: string; family: Family };

const shapers = new Map<string, Shaper>();

/** The font of a family, read when it is first asked for. */
export function shaperFor(family: Family, bold: boolean): Shaper {
  const file = bold ? family.bold : family.normal;
  const shaper = shapers.get(file) ?? shaperOf(readFileSync(file));
  shapers.set(file, shaper);
  return shaper;
}

/** Stands for what no font has. */
const replacement = '\ufffd';

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
const letterOrDigit = /[\p{L}\p{N}]/u;

/** A text cut where its font has to change. */
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

/** Signs stay with the letters before them, so that a phrase of a script is set as a whole. */
function familyFor(grapheme: string, before: Family | undefined, bold: boolean) {
  const candidates = [
    ...(before && !letterOrDigit.test(grapheme) ? [before] : []),
    ...families.filter(({ letters }) => letters.test(grapheme)),
    documentFamily,
  ];
  return candidates.find((family) => shaperFor(family, bold).has(grapheme));
}

/** How wide a text is, as a part of the letters' size. */
export function widthOf(text: string, bold: boolean): number {
  return fontRuns(text, bold).reduce(
    (width, run) => width + shaperFor(run.family, bold).widthOf(run.text),
    0,
  );
}

type Bounds = { width: number; most: number };

const wordSegmenter = new Intl.Segmenter('und', { granularity: 'word' });
const graphemeSegmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Ever smaller pieces: between spaces, words of scripts that have none, letters. */
const splitters: ((text: string) => string[])[] = [
  (text) => text.split(/(?<=\s)(?=\S)/),
  (text) => segmentsOf(wordSegmenter, text),
  (text) => segmentsOf(graphemeSegmenter, text),
];

/** Text as wide as the room, cut between words where it can be, the last line shortened. */
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
  const last = segmentsOf(graphemeSegmenter, kept[most - 1] ?? '');
  while (last.length > 0 && !fits(`${last.join('')}…`)) last.pop();
  return [...kept.slice(0, most - 1), `${last.join('').trimEnd()}…`];
}

function segmentsOf(segmenter: Intl.Segmenter, text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
