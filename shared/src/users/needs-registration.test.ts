import { describe, expect, test } from 'vitest';
import { needsRegistration } from './needs-registration.ts';

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
