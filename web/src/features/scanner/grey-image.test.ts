import { expect, test } from 'vitest';
import { gaussianBlur, greyCentre, solidGrey, toImageData, upscaleCentre } from './grey-image.ts';

test('the middle square is enlarged to twice its size', () => {
  const wide = solidGrey(1280, 720, 50);
  expect(upscaleCentre(wide)).toMatchObject({ width: 1280, height: 1280 });
  const small = solidGrey(4, 8, 50);
  expect(upscaleCentre(small)).toEqual(solidGrey(8, 8, 50));
});

test('edges between pixels become gentle steps', () => {
  const image = { data: new Uint8ClampedArray([0, 160, 0, 160]), width: 2, height: 2 };
  expect([...upscaleCentre(image).data.subarray(0, 4)]).toEqual([0, 40, 120, 160]);
});

test('the middle of a picture is its square in grey', () => {
  const image = { data: new Uint8ClampedArray(6 * 4).fill(9), width: 6, height: 4 };
  image.data[1 * 6 + 2] = 200;
  const { data, width, height } = greyCentre(toImageData(image), 2);
  expect({ width, height, data: [...data] }).toEqual({ width: 2, height: 2, data: [200, 9, 9, 9] });
  expect(greyCentre(toImageData(image), 720)).toMatchObject({ width: 4, height: 4 });
});

test('smoothing leaves even ground alone and spreads a speck', () => {
  expect(gaussianBlur(solidGrey(6, 6, 80))).toEqual(solidGrey(6, 6, 80));
  const speck = solidGrey(5, 5, 0);
  speck.data[12] = 160;
  const { data } = gaussianBlur(speck);
  expect([data[12], data[11], data[6]]).toEqual([40, 20, 10]);
});
