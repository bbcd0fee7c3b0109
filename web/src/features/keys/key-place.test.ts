import { expect, test } from 'vitest';
import { placeOf } from './key-place.ts';

test('the block stands before the location', () => {
  expect(placeOf({ block: 'C', location: 'Floor 2' })).toBe('Block C · Floor\u00a02');
});

test('a location that names its block already is left alone', () => {
  expect(placeOf({ block: 'A', location: 'A Block, Floor 1' })).toBe('A Block, Floor\u00a01');
  expect(placeOf({ block: 'LIB', location: 'Library, reading room' })).toBe(
    'Library, reading room',
  );
});

test('no particular block leaves the location as it is', () => {
  expect(placeOf({ block: 'OTHER', location: 'Main gate' })).toBe('Main gate');
});
