import { describe, expect, it } from 'vitest';
import { parseUserForm } from './edit-user-dialog.tsx';

const form = {
  name: 'Mira Pillai',
  email: 'mira@campus.test',
  role: 'faculty',
  department: 'CSE',
  facultyId: 'FAC-7',
  phone: '',
};

describe('the edit-user form', () => {
  it('sends only what was changed, trimmed and the email in lower case', () => {
    const read = parseUserForm({ ...form, name: ' Mira Nair ', email: ' Mira@Campus.test ' }, form);
    expect(read.changes).toEqual({ name: 'Mira Nair' });
    expect(parseUserForm({ ...form, email: 'NEW@Campus.test' }, form).changes).toEqual({
      email: 'new@campus.test',
    });
    expect(parseUserForm(form, form).changes).toEqual({});
  });

  it('asks for name and email', () => {
    expect(parseUserForm({ ...form, name: ' ', email: '' }, form).errors).toEqual({
      name: 'Enter the name of Mira Pillai.',
      email: 'Enter the email of Mira Pillai.',
    });
  });

  it('refuses what is no email address', () => {
    expect(parseUserForm({ ...form, email: 'mira@' }, form).errors).toEqual({
      email: 'Enter a valid email address',
    });
  });

  it('empties what may be empty, and of faculty neither department nor Faculty ID', () => {
    const opened = { ...form, phone: '080 12' };
    expect(parseUserForm({ ...opened, phone: ' ' }, opened).changes).toEqual({ phone: null });
    const { errors } = parseUserForm({ ...form, department: '', facultyId: ' ' }, form);
    expect(Object.keys(errors)).toEqual(['department', 'facultyId']);
    const guard = { ...form, role: 'security', department: '', facultyId: '' };
    expect(parseUserForm(guard, form)).toEqual({
      changes: { role: 'security', department: null, facultyId: null },
      errors: {},
    });
  });

  it.each(['security', 'admin'])('gives the role %s', (role) => {
    expect(parseUserForm({ ...form, role }, form).changes).toEqual({ role });
  });

  it('asks nothing of a name that was stored before today’s rules', () => {
    const opened = { ...form, name: 'Rao / Mira' };
    expect(parseUserForm({ ...opened, role: 'admin' }, opened).changes).toEqual({ role: 'admin' });
  });

  it('leaves a role that nobody can be given as it is', () => {
    const opened = { ...form, role: 'operator' };
    expect(parseUserForm({ ...opened, name: 'Mira Nair' }, opened).changes).toEqual({
      name: 'Mira Nair',
    });
  });
});
