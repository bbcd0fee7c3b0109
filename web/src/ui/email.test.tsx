import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Email } from './email.tsx';

test('an email address may break before an @ or a dot, and its text stays whole', () => {
  const { container } = render(<Email>asha.rao@campus.test</Email>);
  expect(container.textContent).toBe('asha.rao@campus.test');
  expect(container.querySelector('bdi')?.innerHTML).toBe('asha<wbr>.rao<wbr>@campus<wbr>.test');
});
