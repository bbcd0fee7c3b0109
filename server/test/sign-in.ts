import { api } from '@keydesk/shared/api';
import { Browser } from '../local-identity/testing/browser.ts';
import { send } from './test-client.ts';

export const sessionCookieName = 'keydesk_session';

/** Signs this address in through the local provider, following every redirect to the web's page. */
export async function signIn(base: string, email: string, browser = new Browser()) {
  const begin = `${base}/api/auth/google?${new URLSearchParams({ login_hint: email })}`;
  const { url } = await browser.visit(begin, `${base}/login`);
  const cookie = browser.cookiesFor('/').find(({ name }) => name === sessionCookieName)?.value;
  return { browser, page: `${url.pathname}${url.search}`, cookie };
}

/** Begins a sign-in and comes back from the provider, to where the answer is about to be used. */
export async function reachCallback(base: string, email: string) {
  const browser = new Browser();
  const begin = `${base}/api/auth/google?${new URLSearchParams({ login_hint: email })}`;
  const { url } = await browser.visit(begin, `${base}/api/auth/google/callback`);
  return { browser, url };
}

/** Calls check-auth with these proofs. */
export function checkAuth(base: string, proofs: { cookie?: string; bearer?: string }) {
  return send(base, api.checkAuth, {}, proofHeaders(proofs));
}

export function proofHeaders({ cookie, bearer }: { cookie?: string; bearer?: string }) {
  return {
    ...(cookie ? { cookie: `${sessionCookieName}=${cookie}` } : {}),
    ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
  };
}
