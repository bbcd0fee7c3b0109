/** A greyscale image: one byte per pixel, row by row. The filters below help the decoder. */
export type GreyImage = { data: Uint8ClampedArray<ArrayBuffer>; width: number; height: number };

/** An image of uniform brightness. */
export function solidGrey(width: number, height: number, brightness: number): GreyImage {
  return { data: new Uint8ClampedArray(width * height).fill(brightness), width, height };
}

/**
 * The brightness of the square in the middle of a colour picture, at most `largest` pixels wide;
 * green counts double, as for the eye.
 */
export function greyCentre({ data, width, height }: ImageData, largest: number): GreyImage {
  const side = Math.min(width, height, largest);
  const corner = ((height - side) >> 1) * width + ((width - side) >> 1);
  const grey = new Uint8ClampedArray(side * side);
  for (let y = 0; y < side; y += 1) {
    let at = 4 * (corner + y * width);
    for (let pixel = y * side; pixel < (y + 1) * side; pixel += 1, at += 4) {
      grey[pixel] = ((data[at] ?? 0) + 2 * (data[at + 1] ?? 0) + (data[at + 2] ?? 0)) >> 2;
    }
  }
  return { data: grey, width: side, height: side };
}

/** Converts to what the decoder reads; works without the `ImageData` class too. */
export function toImageData({ data, width, height }: GreyImage): ImageData {
  const rgba = new Uint32Array(data.length);
  for (let pixel = 0; pixel < data.length; pixel += 1) {
    rgba[pixel] = 0xff000000 | ((data[pixel] ?? 0) * 0x010101);
  }
  return {
    data: new Uint8ClampedArray(rgba.buffer),
    width,
    height,
    colorSpace: 'srgb',
  } as ImageData;
}

/** Reduces sensor noise: each pixel becomes a weighted mean of its 3 × 3 neighbourhood. */
export function gaussianBlur({ data, width, height }: GreyImage): GreyImage {
  const rows = new Uint16Array(data.length);
  for (let at = 1; at < data.length - 1; at += 1) {
    rows[at] = (data[at - 1] ?? 0) + 2 * (data[at] ?? 0) + (data[at + 1] ?? 0);
  }
  const out = new Uint8ClampedArray(data);
  for (let at = width + 1; at < data.length - width - 1; at += 1) {
    out[at] = ((rows[at - width] ?? 0) + 2 * (rows[at] ?? 0) + (rows[at + width] ?? 0)) >> 4;
  }
  return { data: out, width, height };
}

const maxSide = 640;

/**
 * The square in the middle of an image, where a code is expected, at twice its size. Each new pixel
 * is three parts its source and one part the nearest neighbour.
 */
export function upscaleCentre(image: GreyImage): GreyImage {
  const side = Math.min(image.width, image.height, maxSide);
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
    upscaleRow(row, data.subarray(y * size, (y + 1) * size));
  }
  return { data, width: size, height: size };
}

function upscaleRow(row: Uint16Array, target: Uint8ClampedArray): void {
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
