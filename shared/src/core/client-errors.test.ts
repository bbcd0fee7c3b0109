import { describe, expect, it } from 'vitest';
import { friendlyMessage } from './client-errors.ts';

describe('friendly messages', () => {
  it.each([
    ['Network Error', 'Unable to connect to the server. Please check your internet connection.'],
    ['ERR_NETWORK', 'Network connection failed. Please try again.'],
    ['No internet connection', 'No internet connection. Please check your network.'],
    ['Invalid credentials', 'The email or password you entered is incorrect.'],
    ['User already exists', 'An account with this email already exists.'],
    ['User not found', 'No account found with this email address.'],
    ['Invalid or expired verification code', 'The verification code is invalid or has expired.'],
    ['Invalid or expired reset token', 'The password reset link is invalid or has expired.'],
    ['Email is required', 'Please enter your email address.'],
    ['Password is required', 'Please enter your password.'],
    ['Name is required', 'Please enter your name.'],
    ['All fields are required', 'Please fill in all required fields.'],
    ['Server error', 'Something went wrong on our end. Please try again later.'],
    ['Internal server error', 'Server is temporarily unavailable. Please try again later.'],
  ])('shows %j as %j', (message, text) => {
    expect(friendlyMessage(message)).toBe(text);
  });

  it('matches whatever the case and the spaces around', () => {
    expect(friendlyMessage(' server ERROR ')).toBe(
      'Something went wrong on our end. Please try again later.',
    );
  });

  it('shows an unknown message as it is', () => {
    expect(friendlyMessage('Key K-101 is out')).toBe('Key K-101 is out');
  });

  it.each([undefined, null, '', '  '])('has a text even for %j', (said) => {
    expect(friendlyMessage(said)).toBe('An unexpected error occurred');
  });
});
