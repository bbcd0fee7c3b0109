import type { GreyImage } from '../grey-image.ts';

/** A grey image as a camera's picture; works without the `ImageData` class too. */
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
