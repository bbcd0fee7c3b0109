import { expect, test } from 'vitest';
import { chooserPage } from './chooser-page.ts';

function accounts(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    email: `person${index}@campus.test`,
    name: `Person ${index}`,
    role: 'Faculty',
  }));
}

test('a handful of accounts is shown at once', () => {
  expect(chooserPage({ productName: 'Keydesk', accounts: accounts(6) })).not.toContain('<details');
});

test('many accounts are all there, most of them behind a disclosure', () => {
  const text = chooserPage({ productName: 'Keydesk', accounts: accounts(40) });
  expect(text).toContain('Show 34 more');
  expect(text.match(/class="account"/g)).toHaveLength(40);
});

test('without accounts only the address form remains', () => {
  const text = chooserPage({ productName: 'Keydesk', accounts: [] });
  expect(text).not.toContain('class="account"');
  expect(text).toContain('Another address');
});

test('names and products are text, never markup', () => {
  const evil = '<img src=x onerror=alert(1)>"';
  const text = chooserPage({
    productName: evil,
    accounts: [{ email: evil, name: evil, role: evil }],
    typed: { email: evil, name: evil },
    faults: { email: evil },
  });
  expect(text).not.toContain('<img');
  expect(text).not.toContain('onerror=alert(1)>"');
});
