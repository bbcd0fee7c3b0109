import { crop, type GreyImage, type Region } from './grey-image.ts';

const cellSize = 8;
/** In pixels. */
const [minSize, maxSize] = [80, 560];
const borderShare = 0.15;
const degree = Math.PI / 180;

/**
 * Finds a code without a quiet zone on a dark ground. Returns it with a light border added, and its
 * place in the frame; null if nothing looks like one. Its light modules reach all four sides, so
 * the smallest rectangle around them is the code. `half` is the frame at half its size.
 */
export function findBareCode(
  frame: GreyImage,
  half: GreyImage,
): { code: GreyImage; region: Region } | null {
  const light = lightAbove(half);
  const patch = largestPatch(half, light);
  if (!patch) return null;
  const rectangle = smallestRectangle(outlineOf(frame, patch, light));
  const border = Math.ceil(borderShare * Math.max(patch.width, patch.height));
  const region = grow(patch, border, frame);
  const code = crop(frame, region);
  paintOutside(code, region, rectangle);
  return { code, region };
}

/** Otsu's threshold: the brightness that best separates light pixels from dark ones. */
function lightAbove({ data }: GreyImage): number {
  const counts = new Uint32Array(256);
  let [total, sum] = [0, 0];
  for (let at = 0; at < data.length; at += 3) {
    const brightness = data[at] ?? 0;
    counts[brightness] = (counts[brightness] ?? 0) + 1;
    total += 1;
    sum += brightness;
  }
  let best = { threshold: 0, score: 0 };
  let [below, sumBelow] = [0, 0];
  for (let value = 0; value < 255; value += 1) {
    below += counts[value] ?? 0;
    sumBelow += value * (counts[value] ?? 0);
    if (below === 0 || below === total) continue;
    const distance = (sum - sumBelow) / (total - below) - sumBelow / below;
    const score = below * (total - below) * distance * distance;
    if (score > best.score) best = { threshold: value, score };
  }
  return best.threshold;
}

/** The largest connected patch with the shape of a code, at full size. */
function largestPatch(half: GreyImage, light: number): Region | null {
  const [columns, rows] = [Math.floor(half.width / cellSize), Math.floor(half.height / cellSize)];
  const lit = new Uint8Array(columns * rows);
  for (let cell = 0; cell < lit.length; cell += 1) {
    lit[cell] = countLight(half, cell % columns, Math.floor(cell / columns), light);
  }
  let largest: Region | null = null;
  for (let cell = 0; cell < lit.length; cell += 1) {
    if (!lit[cell]) continue;
    const patch = takePatch(lit, columns, cell);
    if (looksLikeCode(patch) && (!largest || patch.region.width > largest.width))
      largest = patch.region;
  }
  return largest;
}

function countLight(image: GreyImage, column: number, row: number, light: number): number {
  let count = 0;
  for (let y = row * cellSize; y < (row + 1) * cellSize; y += 1) {
    const start = y * image.width + column * cellSize;
    for (let at = start; at < start + cellSize; at += 1) {
      if ((image.data[at] ?? 0) > light) count += 1;
    }
  }
  return count;
}

type Patch = { region: Region; cells: number; lightPixels: number };

/** Removes the cells connected to this one from `lit` and measures them. */
function takePatch(lit: Uint8Array, columns: number, first: number): Patch {
  let [left, right, top, bottom] = [columns, 0, lit.length, 0];
  let [cells, lightPixels] = [0, 0];
  const waiting = [first];
  for (let cell = waiting.pop(); cell !== undefined; cell = waiting.pop()) {
    const pixels = lit[cell] ?? 0;
    if (pixels === 0) continue;
    lit[cell] = 0;
    cells += 1;
    lightPixels += pixels;
    const [column, row] = [cell % columns, Math.floor(cell / columns)];
    [left, right] = [Math.min(left, column), Math.max(right, column)];
    [top, bottom] = [Math.min(top, row), Math.max(bottom, row)];
    if (column > 0) waiting.push(cell - 1);
    if (column < columns - 1) waiting.push(cell + 1);
    waiting.push(cell - columns, cell + columns);
  }
  const scale = 2 * cellSize;
  const region = {
    left: left * scale,
    top: top * scale,
    width: (right - left + 1) * scale,
    height: (bottom - top + 1) * scale,
  };
  return { region, cells, lightPixels };
}

/** A code is about square, and about half of it is light. */
function looksLikeCode({ region, cells, lightPixels }: Patch): boolean {
  const { width, height } = region;
  const lightShare = lightPixels / (cells * cellSize * cellSize);
  return (
    Math.min(width, height) >= minSize &&
    Math.max(width, height) <= maxSize &&
    Math.max(width, height) <= 1.6 * Math.min(width, height) &&
    lightShare > 0.25 &&
    lightShare < 0.8
  );
}

type Point = { x: number; y: number };

/** The first and last light pixel of each row of the patch. */
function outlineOf(image: GreyImage, patch: Region, light: number): Point[] {
  const points: Point[] = [];
  for (let y = patch.top; y < patch.top + patch.height; y += 1) {
    const row = image.data.subarray(
      y * image.width + patch.left,
      y * image.width + patch.left + patch.width,
    );
    const first = row.findIndex((brightness) => brightness > light);
    if (first < 0) continue;
    const last = row.findLastIndex((brightness) => brightness > light);
    points.push({ x: patch.left + first, y }, { x: patch.left + last, y });
  }
  return points;
}

/** A rotated rectangle: its extent along its own two axes. */
type Rectangle = { cos: number; sin: number; u0: number; u1: number; v0: number; v1: number };

function smallestRectangle(points: readonly Point[]): Rectangle {
  const coarse = smallestOf(points, 0, 90, 3);
  return smallestOf(points, coarse.angle - 2.5, coarse.angle + 2.5, 0.5).rectangle;
}

function smallestOf(points: readonly Point[], from: number, to: number, step: number) {
  let smallest = { angle: from, rectangle: rectangleAt(points, from * degree) };
  for (let angle = from + step; angle < to; angle += step) {
    const rectangle = rectangleAt(points, angle * degree);
    if (areaOf(rectangle) < areaOf(smallest.rectangle)) smallest = { angle, rectangle };
  }
  return smallest;
}

function areaOf({ u0, u1, v0, v1 }: Rectangle): number {
  return (u1 - u0) * (v1 - v0);
}

function rectangleAt(points: readonly Point[], angle: number): Rectangle {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  let u0 = Number.POSITIVE_INFINITY;
  let v0 = u0;
  let u1 = Number.NEGATIVE_INFINITY;
  let v1 = u1;
  for (const { x, y } of points) {
    const u = x * cos + y * sin;
    const v = y * cos - x * sin;
    u0 = Math.min(u0, u);
    u1 = Math.max(u1, u);
    v0 = Math.min(v0, v);
    v1 = Math.max(v1, v);
  }
  return { cos, sin, u0, u1, v0, v1 };
}

function grow({ left, top, width, height }: Region, border: number, image: GreyImage): Region {
  const [x, y] = [Math.max(0, left - border), Math.max(0, top - border)];
  return {
    left: x,
    top: y,
    width: Math.min(image.width, left + width + border) - x,
    height: Math.min(image.height, top + height + border) - y,
  };
}

/** Paints everything outside the rectangle white. */
function paintOutside(code: GreyImage, { left, top }: Region, rectangle: Rectangle): void {
  const { cos, sin, u0, u1, v0, v1 } = rectangle;
  for (let y = 0; y < code.height; y += 1) {
    for (let x = 0; x < code.width; x += 1) {
      const u = (left + x) * cos + (top + y) * sin;
      const v = (top + y) * cos - (left + x) * sin;
      if (u < u0 || u > u1 || v < v0 || v > v1) code.data[y * code.width + x] = 255;
    }
  }
}
