import { describe, expect, it } from 'vitest';
import { ApiError } from '../../lib/api.ts';
import { registrationErrorMessage, validateRegistration } from './use-registration.ts';

describe('registration of faculty', () => {
  it('asks for a department first', () => {
    expect(validateRegistration(1, { department: null, facultyId: '' })).toBe(
      'Please select a department',
    );
    expect(validateRegistration(1, { department: 'CSE', facultyId: '' })).toBeNull();
  });

  it.each(['', '   '])('does not take %j for a Faculty ID', (facultyId) => {
    expect(validateRegistration(2, { department: 'CSE', facultyId })).toBe(
      'Please fill in all required fields',
    );
  });

  it('is complete with both', () => {
    expect(validateRegistration(2, { department: 'CSE', facultyId: ' FAC001 ' })).toBeNull();
  });
});

describe('a registration that failed', () => {
  it('says what the server said', () => {
    const cause = new ApiError(409, 'FACULTY_ID_TAKEN', 'This Faculty ID is already registered');
    expect(registrationErrorMessage(cause)).toBe('This Faculty ID is already registered');
  });

  it.each([418, 502])('says so when the server said nothing with its %i', (status) => {
    const cause = new ApiError(status, 'UNKNOWN', 'An unexpected error occurred');
    expect(registrationErrorMessage(cause)).toBe('Registration failed');
  });

  it.each([new TypeError('x'), new ApiError(0, 'NETWORK', 'x')])(
    'asks to try again on %s',
    (cause) => {
      expect(registrationErrorMessage(cause)).toBe('Registration failed. Please try again.');
    },
  );
});
