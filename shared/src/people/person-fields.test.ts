import { describe, expect, test } from 'vitest';
import { facultyIdSchema, personNameSchema } from './person-name.ts';

test('names and faculty IDs are trimmed, bounded and never blank', () => {
  expect(personNameSchema.parse('  Asha Rao ')).toBe('Asha Rao');
  expect(facultyIdSchema.parse(' FAC001 ')).toBe('FAC001');
  for (const nothing of [' ', undefined, null])
    expect(personNameSchema.safeParse(nothing).error?.issues[0]?.message).toBe('Name is required');
  expect(facultyIdSchema.safeParse(' ').error?.issues[0]?.message).toBe(
    'Please fill in all required fields',
  );
  expect(facultyIdSchema.safeParse('!!??').error?.issues[0]?.message).toBe(
    'Faculty ID must have a letter or digit',
  );
  expect(personNameSchema.safeParse('x'.repeat(81)).success).toBe(false);
  expect(facultyIdSchema.safeParse('x'.repeat(41)).success).toBe(false);
});

describe('a faculty ID', () => {
  test.each([
    ['  FAC001\n', 'FAC001'],
    ['ＦＡＣ００１', 'FAC001'],
    ['FAC\u00a0\u2003 001', 'FAC 001'],
    ['CSE/2024-17', 'CSE/2024-17'],
    ['ФАК-12', 'ФАК-12'],
    ['ΦΑΚ-12', 'ΦΑΚ-12'],
    ['ಅ-12', 'ಅ-12'],
  ])('%j is taken as %j', (given, taken) => {
    expect(facultyIdSchema.parse(given)).toBe(taken);
  });

  test.each([
    ['a zero-width space', 'FAC001\u200b'],
    ['a joiner', 'FAC\u200d001'],
    ['a soft hyphen', 'FAC\u00ad001'],
    ['a change of direction', '\u202eFAC001'],
    ['a directional mark', 'FAC001\u200e'],
    ['a line break', 'FAC\n001'],
    ['a tab', 'FAC\t001'],
    ['blank braille', 'FAC\u2800001'],
  ])('is refused with %s', (_what, id) => {
    expect(facultyIdSchema.safeParse(id).error?.issues.map(({ message }) => message)).toEqual([
      'Faculty ID must not contain control or invisible characters',
    ]);
  });

  test.each(['FАС001', 'FAϹ001', 'ФΑ-1', 'АΒ-1', 'µT-1'])('%s mixes alphabets', (id) => {
    expect(facultyIdSchema.safeParse(id).error?.issues.map(({ message }) => message)).toEqual([
      'Faculty ID must not mix Latin, Cyrillic and Greek letters',
    ]);
  });
});
