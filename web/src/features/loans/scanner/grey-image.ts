/** One byte per pixel, row by row. The filters below help the decoder. */
export type GreyImage = { data: Uint8ClampedArray<ArrayBuffer>; width: number; height: number };

export function solidGrey(width: number, height: number, brightness: number): GreyImage {
  return { data: new Uint8ClampedArray(width * height).fill(brightness), width, height };
}

/** The brightness of a colour picture; green counts double, because the eye sees it so. */
export function toGrey({ data, width, height }: ImageData): GreyImage {
  const pixels = new Uint32Array(data.buffer, data.byteOffset, width * height);
  const grey = new Uint8ClampedArray(pixels.length);
  for (let at = 0; at < grey.length; at += 1) {
    const pixel = pixels[at] ?? 0;
    grey[at] = ((pixel & 0xff) + ((pixel >>> 7) & 0x1fe) + ((pixel >>> 16) & 0xff)) >> 2;
  }
  return { data: grey, width, height };
}

export type Region = { left: number; top: number; width: number; height: number };

/** The centred square of an image, at most `largest` pixels wide. */
export function centreSquare(image: { width: number; height: number }, largest: number): Region {
  const side = Math.min(image.width, image.height, largest);
  const [left, top] = [(image.width - side) >> 1, (image.height - side) >> 1];
  return { left, top, width: side, height: side };
}

export function crop(image: GreyImage, { left, top, width, height }: Region): GreyImage {
  const data = new Uint8ClampedArray(width * height);
  for (let y = 0; y < height; y += 1) {
    const start = (top + y) * image.width + left;
    data.set(image.data.subarray(start, start + width), y * width);
  }
  return { data, width, height };
}

/** A PGM file, which the decoder reads with a quarter of the bytes of a colour picture. */
export function toPgm({ data, width, height }: GreyImage): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(`P5 ${width} ${height} 255\n`);
  const file = new Uint8Array(head.length + data.length);
  file.set(head);
  file.set(data, head.length);
  return file;
}

/** Reduces sensor noise: a weighted mean of each 3 × 3 neighbourhood. */
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

/** Each pixel is the mean of four. */
export function halve(image: GreyImage): GreyImage {
  const [width, height] = [image.width >> 1, image.height >> 1];
  const data = new Uint8ClampedArray(width * height);
  for (let y = 0; y < height; y += 1) {
    const target = y * width;
    const above = 2 * y * image.width;
    const below = above + image.width;
    for (let x = 0; x < width; x += 1) {
      const [one, two] = [above + 2 * x, below + 2 * x];
      data[target + x] =
        ((image.data[one] ?? 0) +
          (image.data[one + 1] ?? 0) +
          (image.data[two] ?? 0) +
          (image.data[two + 1] ?? 0)) >>
        2;
    }
  }
  return { data, width, height };
}

/** Twice the size. Each new pixel is three parts its source and one part the nearest neighbour. */
export function upscale({ data: source, width, height }: GreyImage): GreyImage {
  const data = new Uint8ClampedArray(4 * width * height);
  const row = new Uint16Array(width);
  for (let y = 0; y < 2 * height; y += 1) {
    const line = y >> 1;
    const beside = Math.min(height - 1, Math.max(0, line + (y & 1 ? 1 : -1)));
    const [near, far] = [line * width, beside * width];
    for (let x = 0; x < width; x += 1) {
      row[x] = 3 * (source[near + x] ?? 0) + (source[far + x] ?? 0);
    }
    upscaleRow(row, data.subarray(2 * y * width, 2 * (y + 1) * width));
  }
  return { data, width: 2 * width, height: 2 * height };
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
