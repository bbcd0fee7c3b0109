import { describe, expect, test } from 'vitest';
import { isDesk, roleAllows, roles } from './role.ts';

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
