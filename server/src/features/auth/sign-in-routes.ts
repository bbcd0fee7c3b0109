import { api } from '@keydesk/shared/api';
import { type SignInError, signInErrorQuery } from '@keydesk/shared/auth/sign-in-error';
import { appError } from '@keydesk/shared/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AddRoutes } from '../../app-deps.ts';
import { allowedOrigins, type Config, ownOrigins } from '../../config.ts';
import { isDatabaseUnavailable } from '../../platform/db/errors.ts';
import { defineRoute } from '../../platform/http/define-route.ts';
import { cookieNameAt, isOlderThan, type Principal } from '../../platform/http/principal.ts';
import { nameRulesOf } from '../users/index.ts';
import { deviceName } from './device-name.ts';
import type { Identity } from './identity.ts';
import {
  openTransaction,
  type SignInTransaction,
  sealTransaction,
  transactionSeconds,
} from './openid-transaction.ts';
import { pageAfterSignIn, parseReturnTo } from './return-to.ts';
import { credentialsOf, setSessionCookie } from './sessions.ts';
import { confirmSignIn, signIn } from './sign-in.ts';
import { SignInFailed } from './sign-in-failed.ts';

const callbackPath = '/api/auth/google/callback';

/** The origin to stay on throughout: the one of ours that the browser used, or the public one. */
function requestOrigin(config: Config, host: string | undefined): string {
  return ownOrigins(config).find((origin) => new URL(origin).host === host) ?? config.publicUrl;
}

/** What the person is shown of the reason; the log has the details. */
function toPublicError({ reason }: SignInFailed): SignInError {
  if (reason === 'wrong-domain') return 'wrong_domain';
  return reason === 'account-closed' ? 'account_closed' : 'oauth_failed';
}

/** A failed sign-in sends the person back to the login page; any other error is a server error. */
function isExpected(error: unknown): boolean {
  return error instanceof SignInFailed || isDatabaseUnavailable(error);
}

/** Answers in JSON if asked for it; otherwise redirects to the page that shows the lockout. */
function replyLockedOut(
  request: FastifyRequest,
  reply: FastifyReply,
  { seconds, returnTo }: { seconds: number; returnTo: string | undefined },
) {
  const minutes = Math.ceil(seconds / 60);
  if (request.headers.accept?.includes('application/json'))
    throw appError('SIGN_IN_LOCKED', minutes).withDetails({ retryAfter: seconds });
  return reply
    .header('retry-after', String(seconds))
    .redirect(pageAfterSignIn(returnTo, signInErrorQuery('locked', minutes)));
}

/** The routes of signing in through the provider, and of confirming a session. */
export const addSignInRoutes: AddRoutes = (app, deps) => {
  const { config, db, openId, routes, cookieSecret, settings, publisher } = deps;
  const { authenticate, signInAttempts } = deps;
  const signInCookie = cookieNameAt(config.publicUrl, 'keydesk_sign_in');
  const origins = allowedOrigins(config);
  // Without a configured maximum age, a confirmation must still be recent.
  const maxAgeMinutes = config.confirmSignInMinutes || 15;
  const cookie = {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: config.publicUrl.startsWith('https://'),
  } as const;

  const redirectToProvider = async (
    request: FastifyRequest,
    reply: FastifyReply,
    hints: Parameters<typeof openId.beginSignIn>[0],
  ) => {
    const { url, transaction } = await openId.beginSignIn({
      ...hints,
      redirectUri: `${requestOrigin(config, request.headers.host)}${callbackPath}`,
    });
    return reply
      .setCookie(signInCookie, sealTransaction(cookieSecret, transaction), {
        ...cookie,
        maxAge: transactionSeconds,
      })
      .redirect(url);
  };

  defineRoute(app, routes, api.beginGoogleSignIn, async ({ query, request, reply }) => {
    const returnTo = query.return_to ? parseReturnTo(query.return_to, origins) : undefined;
    try {
      const seconds = await signInAttempts.lockoutSeconds(request.ip);
      if (seconds > 0) return replyLockedOut(request, reply, { seconds, returnTo });
      return await redirectToProvider(request, reply, { loginHint: query.login_hint, returnTo });
    } catch (error) {
      if (!isExpected(error)) throw error;
      request.log.warn({ err: error }, 'sign-in could not begin');
      return reply.redirect(pageAfterSignIn(returnTo, signInErrorQuery('oauth_failed')));
    }
  });

  defineRoute(app, routes, api.confirmSignIn, async ({ principal, request, reply }) => {
    const returnTo = `${requestOrigin(config, request.headers.host)}/confirmed`;
    try {
      return await redirectToProvider(request, reply, {
        loginHint: principal.user.email,
        returnTo,
        confirms: { sessionId: principal.sessionId, maxAgeSeconds: maxAgeMinutes * 60 },
      });
    } catch (error) {
      if (!isExpected(error)) throw error;
      request.log.warn({ err: error }, 'confirmation could not begin');
      return reply.redirect(pageAfterSignIn(returnTo, signInErrorQuery('oauth_failed')));
    }
  });

  /** The sign-in that this browser began, which the callback must belong to. */
  const readTransaction = (request: FastifyRequest, state: unknown): SignInTransaction => {
    const transaction = openTransaction(cookieSecret, request.cookies[signInCookie]);
    if (transaction.state !== state) throw new SignInFailed('state-mismatch');
    return transaction;
  };

  const currentPrincipal = (request: FastifyRequest): Promise<Principal | null> => {
    const { cookie } = credentialsOf(request, config.publicUrl);
    return authenticate({ cookie, bearer: undefined });
  };

  type CallbackContext = {
    request: FastifyRequest;
    reply: FastifyReply;
    returnTo: string | undefined;
    confirms: boolean;
  };

  const replyFailed = async (
    error: SignInFailed,
    { request, reply, returnTo, confirms }: CallbackContext,
  ) => {
    request.log.warn({ err: error }, 'sign-in failed');
    if (error.isStray) {
      // Somebody who reloads the callback of a successful sign-in is already signed in.
      const principal = await currentPrincipal(request);
      if (principal && !(confirms && isOlderThan(principal.confirmedAt, maxAgeMinutes)))
        return reply.redirect(returnTo ? pageAfterSignIn(returnTo, { auth: 'success' }) : '/');
      const seconds = await signInAttempts.lockoutSeconds(request.ip);
      if (seconds > 0) return replyLockedOut(request, reply, { seconds, returnTo });
    } else if (error.reason !== 'provider-unreachable') {
      await signInAttempts.recordFailure(request.ip, error);
    }
    return reply.redirect(pageAfterSignIn(returnTo, signInErrorQuery(toPublicError(error))));
  };

  const startSession = async (
    identity: Identity,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> => {
    const { sessionSettings } = settings.current();
    const { cookie: replaced } = credentialsOf(request, config.publicUrl);
    const { session, ended } = await signIn(
      db,
      identity,
      { ...sessionSettings, ...nameRulesOf(deps), linksByEmail: config.isLocal },
      { device: deviceName(request.headers['user-agent']), address: request.ip, replaced },
    );
    for (const sessionId of ended) publisher.sessionEnded(sessionId);
    const { publicUrl } = config;
    setSessionCookie(reply, session.cookie, {
      publicUrl,
      hours: sessionSettings.maxSessionDuration,
    });
  };

  /** The outcome of a confirmation, for the query of the page where it ends. */
  const confirm = async (request: FastifyRequest, sessionId: string, identity: Identity) => {
    const principal = await currentPrincipal(request);
    if (principal?.sessionId !== sessionId) return { error: 'session-ended' };
    const error = await confirmSignIn(db, principal, identity, maxAgeMinutes);
    return error ? { error } : { auth: 'success' };
  };

  const complete = async (
    transaction: SignInTransaction,
    { request, reply, returnTo }: CallbackContext,
  ) => {
    reply.clearCookie(signInCookie, cookie);
    const before = await signInAttempts.lockoutSeconds(request.ip);
    if (before > 0) return replyLockedOut(request, reply, { seconds: before, returnTo });
    const first = await signInAttempts.isFirstAnswer(transaction.state);
    if (!first) throw new SignInFailed('transaction-finished');
    const address = new URL(request.url, config.publicUrl);
    const identity = await openId.completeSignIn(address, transaction);
    // Other sign-ins from this address may have failed in the meantime.
    const after = await signInAttempts.lockoutSeconds(request.ip);
    if (after > 0) return replyLockedOut(request, reply, { seconds: after, returnTo });
    if (transaction.confirms) {
      const outcome = await confirm(request, transaction.confirms, identity);
      return reply.redirect(pageAfterSignIn(returnTo, outcome));
    }
    await startSession(identity, request, reply);
    await signInAttempts.clearFailures(request.ip);
    return reply.redirect(pageAfterSignIn(returnTo, { auth: 'success' }));
  };

  defineRoute(app, routes, api.finishGoogleSignIn, async ({ query, request, reply }) => {
    const context: CallbackContext = { request, reply, returnTo: undefined, confirms: false };
    try {
      const transaction = readTransaction(request, query.state);
      context.returnTo = transaction.returnTo;
      context.confirms = transaction.confirms !== undefined;
      return await complete(transaction, context);
    } catch (error) {
      if (error instanceof SignInFailed) return replyFailed(error, context);
      if (!isDatabaseUnavailable(error)) throw error;
      request.log.warn({ err: error }, 'sign-in failed');
      return reply.redirect(pageAfterSignIn(context.returnTo, signInErrorQuery('oauth_failed')));
    }
  });
};
