import { expect, test } from 'vitest';
import { mailListPage } from './mail-pages.ts';

const mail = {
  file: '2026-03-10-a.eml',
  to: 'Asha <asha@campus.test>',
  subject: 'Key Return Reminder & more',
  date: 'Tue, 10 Mar 2026 11:50:00 +0000',
};

test('the page lists mails by subject, with what they contain as text', () => {
  const page = mailListPage([mail], 'Keydesk');
  expect(page).toContain('href="/local-identity/mails/2026-03-10-a.eml"');
  expect(page).toContain('Key Return Reminder &amp; more');
  expect(page).toContain('Asha &lt;asha@campus.test&gt;');
});

test('without mails it says so', () => {
  expect(mailListPage([], 'Keydesk')).toContain('No mail was written yet.');
});
