import { describe, expect, it } from 'vitest';
import { parseUserForm, toUserForm } from './user-form.ts';

const form = { name: 'Mira Pillai', email: 'mira@campus.test', role: 'faculty' };

describe('the edit-user form', () => {
  it('sends trimmed fields and a lower-case email', () => {
    const read = parseUserForm({ ...form, name: ' Mira Pillai ', email: ' Mira@Campus.test ' });
    expect(read.changes).toEqual(form);
  });

  it('asks for name and email', () => {
    expect(parseUserForm({ ...form, name: ' ', email: '' }).errors).toEqual({
      name: 'Name is required',
      email: 'Email is required',
    });
  });

  it('refuses what is no email address', () => {
    expect(parseUserForm({ ...form, email: 'mira@' }).errors).toEqual({
      email: 'Please enter a valid email address',
    });
  });

  it.each(['faculty', 'security', 'admin'])('gives the role %s', (role) => {
    expect(parseUserForm({ ...form, role }).changes?.role).toBe(role);
  });

  it.each(['pending', 'operator', 'responder'] as const)(
    'asks for a role when the person is %s, which nobody can be given',
    (role) => {
      const opened = toUserForm({
        ...form,
        role,
        id: 'a'.repeat(24),
        isVerified: true,
        lastLogin: null,
        createdAt: '2026-01-01T00:00:00.000Z',
        department: null,
        facultyId: null,
        state: 'active',
        openLoans: 0,
        sessions: 0,
      });
      expect(parseUserForm(opened).errors).toEqual({ role: 'Please choose a role' });
    },
  );
});
