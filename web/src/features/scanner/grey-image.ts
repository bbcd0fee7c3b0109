/** A picture in grey: one byte per pixel, row by row. */
export type GreyImage = { data: Uint8ClampedArray<ArrayBuffer>; width: number; height: number };

/** An image of one even brightness. */
export function evenGrey(width: number, height: number, brightness: number): GreyImage {
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

/** The grey picture in the form the decoder reads, also where there is no `ImageData` class. */
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
