/** A picture in grey: one byte per pixel, row by row. */
export type GreyImage = { data: Uint8ClampedArray<ArrayBuffer>; width: number; height: number };

/** An image of one even brightness. */
export function evenGrey(width: number, height: number, brightness: number): GreyImage {
  return { data: new Uint8ClampedArray(width * height).fill(brightness), width, height };
}

/** The brightness of a colour picture; green counts double, as for the eye. */
export function greyOf({ data, width, height }: ImageData): GreyImage {
  const grey = new Uint8ClampedArray(width * height);
  for (let pixel = 0, at = 0; pixel < grey.length; pixel += 1, at += 4) {
    grey[pixel] = ((data[at] ?? 0) + 2 * (data[at + 1] ?? 0) + (data[at + 2] ?? 0)) >> 2;
  }
  return { data: grey, width, height };
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
