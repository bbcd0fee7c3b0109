import { describe, expect, test } from 'vitest';
import { isDesk, needsRegistration, roleAllows, roles } from './roles.ts';

describe('a role check', () => {
  test('is passed by admin, whatever it asks', () => {
    expect(roleAllows('admin', [])).toBe(true);
    expect(roleAllows('admin', ['faculty'])).toBe(true);
  });

  test.each(roles.filter((role) => role !== 'admin'))('is passed by %s where named', (role) => {
    expect(roleAllows(role, [role])).toBe(true);
    expect(
      roleAllows(
        role,
        roles.filter((other) => other !== role),
      ),
    ).toBe(false);
  });
});

test('the desk is security and admin', () => {
  expect(roles.filter(isDesk).sort()).toEqual(['admin', 'security']);
});

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
