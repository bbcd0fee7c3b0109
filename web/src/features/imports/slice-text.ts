/** One slice must fit a request, as JSON, with room for the rest of its body. */
const maxCharacters = 60_000;
const maxBytes = 90_000;

const encoder = new TextEncoder();
const sizeOf = (text: string): number => encoder.encode(JSON.stringify(text)).length;

const splitsPair = (text: string, at: number): boolean =>
  /[\uD800-\uDBFF]/.test(text.charAt(at - 1)) && /[\uDC00-\uDFFF]/.test(text.charAt(at));

/** Where the slice that begins at `start` ends: never within a character. */
const endOfSlice = (text: string, start: number): number => {
  let length = Math.min(maxCharacters, text.length - start);
  while (sizeOf(text.slice(start, start + length)) > maxBytes) length = Math.floor(length * 0.75);
  const end = start + length;
  return end < text.length && splitsPair(text, end) ? end - 1 : end;
};

/** Cuts a file's text into slices that each fit a request; an empty text is one empty slice. */
export const sliceText = (text: string): string[] => {
  const slices: string[] = [];
  for (let start = 0; start < text.length; ) {
    const end = endOfSlice(text, start);
    slices.push(text.slice(start, end));
    start = end;
  }
  return slices.length > 0 ? slices : [''];
};
