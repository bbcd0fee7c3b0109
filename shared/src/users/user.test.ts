import { describe, expect, test } from 'vitest';
import { facultyIdSchema, needsRegistration, personNameSchema } from './user.ts';

const none = { department: null, facultyId: null };

describe('registration is needed by', () => {
  test.each([
    ['pending people', { role: 'pending', department: 'CSE', facultyId: 'F1' }],
    ['faculty without anything', { role: 'faculty', ...none }],
    ['faculty without a department', { role: 'faculty', department: null, facultyId: 'F1' }],
    ['faculty without a Faculty ID', { role: 'faculty', department: 'CSE', facultyId: null }],
    ['faculty with a blank Faculty ID', { role: 'faculty', department: 'CSE', facultyId: '' }],
  ] as const)('%s', (_who, user) => {
    expect(needsRegistration(user)).toBe(true);
  });
});

describe('registration is complete for', () => {
  test.each(['admin', 'security', 'operator', 'responder'] as const)('%s', (role) => {
    expect(needsRegistration({ role, ...none })).toBe(false);
  });

  test('faculty with both', () => {
    expect(needsRegistration({ role: 'faculty', department: 'CSE', facultyId: 'F1' })).toBe(false);
  });
});

test('names and faculty IDs are trimmed, bounded and never blank', () => {
  expect(personNameSchema.parse('  Asha Rao ')).toBe('Asha Rao');
  expect(facultyIdSchema.parse(' FAC001 ')).toBe('FAC001');
  for (const nothing of [' ', undefined, null])
    expect(personNameSchema.safeParse(nothing).error?.issues[0]?.message).toBe('Name is required');
  expect(facultyIdSchema.safeParse(' ').error?.issues[0]?.message).toBe(
    'Please fill in all required fields',
  );
  expect(personNameSchema.safeParse('x'.repeat(121)).success).toBe(false);
  expect(facultyIdSchema.safeParse('x'.repeat(41)).success).toBe(false);
});
