import { expect } from '@playwright/test';
import { test } from './scanner-test.ts';

test('success and failure can be told apart by ear', async ({ page, scanner: _ }) => {
  const heard = page.getByTestId('heard');
  const pitch = async (outcome: string) => {
    await page.getByRole('button', { name: `Hear ${outcome}` }).click();
    await expect(heard).toContainText(outcome);
    return Number((await heard.innerText()).split(': ')[1]);
  };
  const [success, failure] = [await pitch('success'), await pitch('failure')];
  expect(success).toBeGreaterThan(700);
  expect(failure).toBeGreaterThan(100);
  expect(failure).toBeLessThan(300);
});
