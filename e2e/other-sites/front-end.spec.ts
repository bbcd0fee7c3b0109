import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import { test } from '../harness/test.ts';

/** A page of no one in particular. */
async function openFrontEnd() {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>Another front end</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test('a front end of its own gets its person back and works for them', async ({
  campus,
  context,
}) => {
  const front = await openFrontEnd();
  const product = await campus.another({ CORS_ORIGINS: front.origin });
  const page = await context.newPage();
  const begin = new URLSearchParams({
    login_hint: 'asha.rao@campus.test',
    return_to: `${front.origin}/keys?tab=mine`,
  });
  await page.goto(`${product.url}/api/auth/google?${begin}`);
  await expect(page).toHaveURL(`${front.origin}/keys?tab=mine&auth=success`);
  const seen = await page.evaluate(async (base) => {
    const asked = await fetch(`${base}/api/auth/check-auth`, { credentials: 'include' });
    const { user, token } = (await asked.json()) as { user: { name: string }; token: string };
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const keys = await fetch(`${base}/api/keys`, { headers });
    const renamed = await fetch(`${base}/api/auth/update-profile`, {
      method: 'PUT',
      headers,
      body: JSON.stringify({ name: user.name }),
    });
    return { name: user.name, keys: keys.status, renamed: renamed.status };
  }, product.url);
  expect(seen).toEqual({ name: 'Asha Rao', keys: 200, renamed: 200 });
  await product.stop();
  await front.close();
});
