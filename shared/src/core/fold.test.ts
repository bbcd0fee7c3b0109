import { expect, test } from 'vitest';
import { fold } from './text.ts';

test.each([
  ["O'Brien", 'obrien'],
  ['O’Brien', 'obrien'],
  ['José', 'jose'],
  ['Jose\u0301', 'jose'],
  ['Łukasz', 'lukasz'],
  ['STRAẞE, Straße', 'strasse, strasse'],
  ['İstanbul', 'istanbul'],
  ['Ærøskøbing', 'aeroskobing'],
  ['ΟΔΟΣ', 'οδοσ'],
  ['प्रियंका', 'प्रियंका'],
  ['శ్రీనివాస్\u200c', 'శ్రీనివాస్'],
])('%j is searched as %j', (text, folded) => {
  expect(fold(text)).toBe(folded);
  expect(fold(folded)).toBe(folded);
});
