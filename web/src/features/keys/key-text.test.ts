import { expect, test } from 'vitest';
import { placeOf } from './key-parts.tsx';

const blocks = ['A', 'C', 'LIB', 'OTHER'].map((code) => ({
  code,
  label: { LIB: 'Library', OTHER: 'Other' }[code] ?? code,
  position: 1,
  retired: false,
  version: 1,
}));

test('the block is written before the location, as the campus calls it', () => {
  expect(placeOf({ block: 'C', location: 'Floor 2' }, blocks)).toBe('Block C · Floor\u00a02');
  expect(placeOf({ block: 'LIB', location: 'Hall' }, blocks)).toBe('Library · Hall');
  expect(placeOf({ block: 'NEW', location: 'Hall' }, blocks)).toBe('NEW · Hall');
});

test('a location that names its block already is left alone', () => {
  expect(placeOf({ block: 'A', location: 'A Block, Floor 1' }, blocks)).toBe(
    'A Block, Floor\u00a01',
  );
  expect(placeOf({ block: 'LIB', location: 'Library, reading room' }, blocks)).toBe(
    'Library, reading room',
  );
});

test('no particular block leaves the location as it is', () => {
  expect(placeOf({ block: 'OTHER', location: 'Main gate' }, blocks)).toBe('Main gate');
});
