import { api } from '@keydesk/shared/api';
import { ownOrigins } from '../../allowed-origins.ts';
import type { AddRoutes } from '../../app-deps.ts';
import type { Config } from '../../config.ts';
import { isDatabaseUnavailable } from '../../db/failure.ts';
import { defineRoute } from '../../http/define-route.ts';
import { SignInFailed } from './openid/sign-in-failed.ts';
import { openTransaction, sealTransaction, TRANSACTION_SECONDS } from './openid/transaction.ts';
import { giveSessionCookie } from './session-cookie.ts';
import { signIn } from './sign-in.service.ts';

const signInCookie = 'keydesk_sign_in';
const callbackPath = '/api/auth/google/callback';
/** Where the browser stays throughout: the own origin it used, or else the public one. */
const originReachedBy = (config: Config, host: string | undefined): string =>
  ownOrigins(config).find((origin) => new URL(origin).host === host) ?? config.publicUrl;

const failed = '/login?error=oauth_failed';

/** A sign-in that cannot come about sends the person back to the login page; anything else is ours. */
const isExpected = (error: unknown): boolean =>
  error instanceof SignInFailed || isDatabaseUnavailable(error);

export const addSignInRoutes: AddRoutes = (app, deps) => {
  const { config, db, openId, routes, cookieSecret } = deps;
  const cookie = {
    path: callbackPath,
    httpOnly: true,
    sameSite: 'lax',
    secure: config.publicUrl.startsWith('https://'),
  } as const;

  defineRoute(app, routes, api.beginGoogleSignIn, async ({ query, request, reply }) => {
    try {
      const { url, transaction } = await openId.beginSignIn({
        loginHint: query.login_hint,
        redirectUri: `${originReachedBy(config, request.headers.host)}${callbackPath}`,
      });
      return reply
        .setCookie(signInCookie, sealTransaction(cookieSecret, transaction), {
          ...cookie,
          maxAge: TRANSACTION_SECONDS,
        })
        .redirect(url);
    } catch (error) {
      if (!isExpected(error)) throw error;
      request.log.warn({ err: error }, 'sign-in could not begin');
      return reply.redirect(failed);
    }
  });

  defineRoute(app, routes, api.finishGoogleSignIn, async ({ request, reply }) => {
    reply.clearCookie(signInCookie, cookie);
    try {
      const transaction = openTransaction(cookieSecret, request.cookies[signInCookie] ?? '');
      const identity = await openId.completeSignIn(
        new URL(request.url, config.publicUrl),
        transaction,
      );
      const session = await signIn(db, identity, { linksByEmail: config.isLocal });
      giveSessionCookie(reply, session.cookie, config.publicUrl);
      return reply.redirect('/login?auth=success');
    } catch (error) {
      if (!isExpected(error)) throw error;
      request.log.warn({ err: error }, 'sign-in failed');
      return reply.redirect(failed);
    }
  });
};
