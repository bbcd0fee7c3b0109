import { speak } from '@keydesk/shared/texts/translator';
import { render } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { Dotted } from './dotted.tsx';

test.each([
  ['ur', 'a name in Latin letters', 'CSE Lab', 'auto'],
  ['ur', 'a text that begins with such a name', 'Asha کے پاس', 'rtl'],
  ['ur', 'an element', <b key="name">Asha</b>, 'rtl'],
  ['te', 'a text', 'Asha దగ్గర', 'auto'],
  ['en', 'a name in Arabic letters', 'علی', 'auto'],
])('in %s, %s has the direction in which it is read', (language, _, item, direction) => {
  onTestFinished(() => speak('en'));
  speak(language);
  const { container } = render(<Dotted>{item}</Dotted>);
  expect(container.querySelector('bdi')?.getAttribute('dir')).toBe(direction);
});
