import { expect, test } from 'vitest';
import { facultyIdSchema, personNameSchema } from './person-fields.ts';

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
