import type { GreyImage } from './grey-image.ts';

const LARGEST_SIDE = 640;

/**
 * The square in the middle of a picture at twice its size, where a held-up code is expected.
 * Every new pixel is three parts its source and one part the neighbour it lies next to.
 */
export function enlargeCentre(image: GreyImage): GreyImage {
  const side = Math.min(image.width, image.height, LARGEST_SIDE);
  const corner = ((image.height - side) >> 1) * image.width + ((image.width - side) >> 1);
  const size = side * 2;
  const data = new Uint8ClampedArray(size * size);
  const row = new Uint16Array(side);
  for (let y = 0; y < size; y += 1) {
    const source = y >> 1;
    const beside = Math.min(side - 1, Math.max(0, source + (y & 1 ? 1 : -1)));
    const [near, far] = [corner + source * image.width, corner + beside * image.width];
    for (let x = 0; x < side; x += 1) {
      row[x] = 3 * (image.data[near + x] ?? 0) + (image.data[far + x] ?? 0);
    }
    stretch(row, data.subarray(y * size, (y + 1) * size));
  }
  return { data, width: size, height: size };
}

function stretch(row: Uint16Array, target: Uint8ClampedArray): void {
  const last = row.length - 1;
  let before = row[0] ?? 0;
  let here = before;
  for (let x = 0; x <= last; x += 1) {
    const after = x < last ? (row[x + 1] ?? 0) : here;
    target[2 * x] = (3 * here + before) >> 4;
    target[2 * x + 1] = (3 * here + after) >> 4;
    before = here;
    here = after;
  }
}
