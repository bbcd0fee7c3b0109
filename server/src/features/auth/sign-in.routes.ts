import { api } from '@keydesk/shared/api';
import { refusal } from '@keydesk/shared/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ownOrigins } from '../../allowed-origins.ts';
import type { AddRoutes } from '../../app-deps.ts';
import type { Config } from '../../config.ts';
import { isDatabaseUnavailable } from '../../db/failure.ts';
import { defineRoute } from '../../http/define-route.ts';
import type { Identity } from './openid/identity.ts';
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

/** Programs that ask for JSON are told in JSON; browsers are sent to the login page. */
const refuseLocked = (request: FastifyRequest, reply: FastifyReply, seconds: number) => {
  if (request.headers.accept?.includes('application/json'))
    throw refusal('SIGN_IN_LOCKED').withDetails({ retryAfter: seconds });
  return reply.header('retry-after', String(seconds)).redirect(failed);
};

export const addSignInRoutes: AddRoutes = (app, deps) => {
  const { config, db, openId, routes, cookieSecret, settings, signInAttempts, publisher } = deps;
  const cookie = {
    path: callbackPath,
    httpOnly: true,
    sameSite: 'lax',
    secure: config.publicUrl.startsWith('https://'),
  } as const;

  defineRoute(app, routes, api.beginGoogleSignIn, async ({ query, request, reply }) => {
    try {
      const seconds = await signInAttempts.lockedFor(request.ip);
      if (seconds > 0) return refuseLocked(request, reply, seconds);
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

  const identityOf = (request: FastifyRequest): Promise<Identity> =>
    openId.completeSignIn(
      new URL(request.url, config.publicUrl),
      openTransaction(cookieSecret, request.cookies[signInCookie] ?? ''),
    );

  const enter = async (identity: Identity, reply: FastifyReply): Promise<void> => {
    const { sessionSettings } = settings.current();
    const { session, ended } = await signIn(db, identity, {
      ...sessionSettings,
      linksByEmail: config.isLocal,
    });
    for (const sessionId of ended) publisher.sessionEnded(sessionId);
    const { publicUrl } = config;
    giveSessionCookie(reply, session.cookie, {
      publicUrl,
      hours: sessionSettings.maxSessionDuration,
    });
  };

  defineRoute(app, routes, api.finishGoogleSignIn, async ({ request, reply }) => {
    reply.clearCookie(signInCookie, cookie);
    try {
      const before = await signInAttempts.lockedFor(request.ip);
      if (before > 0) return refuseLocked(request, reply, before);
      const identity = await identityOf(request);
      // Others from this address may have failed meanwhile.
      const after = await signInAttempts.lockedFor(request.ip);
      if (after > 0) return refuseLocked(request, reply, after);
      await enter(identity, reply);
      await signInAttempts.succeeded(request.ip);
      return reply.redirect('/login?auth=success');
    } catch (error) {
      if (!isExpected(error)) throw error;
      request.log.warn({ err: error }, 'sign-in failed');
      if (error instanceof SignInFailed && error.reason !== 'provider-unreachable')
        await signInAttempts.failed(request.ip, error.reason);
      return reply.redirect(failed);
    }
  });
};
