import { api } from '@keydesk/shared/api';
import { Browser } from './browser.ts';
import { send } from './test-client.ts';

export const sessionCookieName = 'keydesk_session';

export async function signIn(base: string, email: string, browser = new Browser()) {
  const begin = `${base}/api/auth/google?${new URLSearchParams({ login_hint: email })}`;
  const { url } = await browser.visit(begin, `${base}/login`);
  const cookie = browser.cookiesFor('/').find(({ name }) => name === sessionCookieName)?.value;
  return { browser, page: `${url.pathname}${url.search}`, cookie };
}

/** Starts a sign-in and stops just before the provider's callback. */
export async function reachCallback(base: string, email: string) {
  const browser = new Browser();
  const begin = `${base}/api/auth/google?${new URLSearchParams({ login_hint: email })}`;
  const { url } = await browser.visit(begin, `${base}/api/auth/google/callback`);
  return { browser, url };
}

export function checkAuth(base: string, proofs: { cookie?: string; bearer?: string }) {
  return send(base, api.checkAuth, {}, proofHeaders(proofs));
}

export function proofHeaders({ cookie, bearer }: { cookie?: string; bearer?: string }) {
  return {
    ...(cookie ? { cookie: `${sessionCookieName}=${cookie}` } : {}),
    ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
  };
}
