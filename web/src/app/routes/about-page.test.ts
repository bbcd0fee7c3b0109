import { expect, test } from 'vitest';
import { failureText } from './about-page.tsx';

test('An installation that tells nothing about itself says so', () => {
  expect(failureText(404, { message: 'Not found' })).toBe('About data not found');
});

test('What the server said is passed on', () => {
  expect(failureText(429, { message: 'Too many requests. Wait a moment.' })).toBe(
    'Too many requests. Wait a moment.',
  );
});

test.each([null, {}, { message: '' }, 'oops'])(
  'An answer like %j leaves the bare status',
  (answer) => {
    expect(failureText(502, answer)).toBe('Server error (502)');
  },
);
