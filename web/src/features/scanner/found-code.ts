/**
 * A QR code in a picture. Its middle is at `x` and `y`: 0 is the middle of the picture, -1 its left
 * or upper edge, 1 its right or lower edge.
 */
export type FoundCode = { text: string; x: number; y: number };

/**
 * Whether a text begins as the codes and tags of Keydesk do. Rough, but it keeps the parsers, and
 * the schemas that they bring along, out of the worker.
 */
export function mayBeOurs(text: string): boolean {
  return /^\s*(\{|KD:|KDTAG:)/i.test(text);
}
