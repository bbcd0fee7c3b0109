import { expect, test } from 'vitest';
import {
  centreSquare,
  crop,
  gaussianBlur,
  halve,
  solidGrey,
  toGrey,
  upscale,
} from './grey-image.ts';
import { toImageData } from './testing/to-image-data.ts';

test('an image is enlarged to twice its size and reduced to half of it', () => {
  expect(upscale(solidGrey(4, 6, 50))).toEqual(solidGrey(8, 12, 50));
  expect(halve(solidGrey(9, 6, 50))).toEqual(solidGrey(4, 3, 50));
  const image = { data: new Uint8ClampedArray([10, 20, 30, 40, 0, 0, 0, 8]), width: 4, height: 2 };
  expect([...halve(image).data]).toEqual([7, 19]);
});

test('edges between pixels become gentle steps', () => {
  const image = { data: new Uint8ClampedArray([0, 160, 0, 160]), width: 2, height: 2 };
  expect([...upscale(image).data.subarray(0, 4)]).toEqual([0, 40, 120, 160]);
});

test('the middle of a picture is its square in grey', () => {
  const image = { data: new Uint8ClampedArray(6 * 4).fill(9), width: 6, height: 4 };
  image.data[1 * 6 + 2] = 200;
  const grey = toGrey(toImageData(image));
  const { data, width, height } = crop(grey, centreSquare(grey, 2));
  expect({ width, height, data: [...data] }).toEqual({ width: 2, height: 2, data: [200, 9, 9, 9] });
  expect(centreSquare(grey, 720)).toEqual({ left: 1, top: 0, width: 4, height: 4 });
});

test('smoothing leaves even ground alone and spreads a speck', () => {
  expect(gaussianBlur(solidGrey(6, 6, 80))).toEqual(solidGrey(6, 6, 80));
  const speck = solidGrey(5, 5, 0);
  speck.data[12] = 160;
  const { data } = gaussianBlur(speck);
  expect([data[12], data[11], data[6]]).toEqual([40, 20, 10]);
});
