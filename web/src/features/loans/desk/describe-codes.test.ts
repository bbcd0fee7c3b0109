import { expect, test } from 'vitest';
import { placesOf } from './choose-code-dialog.tsx';

test('two codes beside each other are left and right', () => {
  const codes = [
    { x: -0.5, y: 0.2 },
    { x: 0.4, y: -0.1 },
  ];
  expect(placesOf(codes)).toEqual(['Left', 'Right']);
});

test('two codes above each other are top and bottom', () => {
  const codes = [
    { x: -0.1, y: 0.6 },
    { x: 0.1, y: -0.6 },
  ];
  expect(placesOf(codes)).toEqual(['Bottom', 'Top']);
});

test('of more codes each is in a corner of the group', () => {
  const codes = [
    { x: -0.5, y: -0.5 },
    { x: -0.5, y: 0.5 },
    { x: 0.6, y: 0.4 },
  ];
  expect(placesOf(codes)).toEqual(['Top left', 'Bottom left', 'Bottom right']);
});
