import { api } from '@keydesk/shared/api';
import { appError } from '@keydesk/shared/core/errors';
import { maxLockoutMinutes, signInErrorQuery } from '@keydesk/shared/core/sign-in-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { allowedOrigins, type Config, ownOrigins } from '../../config/config.ts';
import type { Publisher } from '../../core/live/publisher.ts';
import { isDatabaseUnavailable } from '../../db/errors.ts';
import { type AddRoutes, defineRoute } from '../../http/define-route.ts';
import { cookieNameAt, isOlderThan, type Principal } from '../../http/principal.ts';
import type { CurrentCampus, CurrentSettings } from '../campus/index.ts';
import { nameRulesOf } from '../people/index.ts';
import type { Authenticate } from './authenticate.ts';
import { type Identity, SignInFailed } from './identity.ts';
import {
  type OpenIdClient,
  openTransaction,
  type SignInTransaction,
  sealTransaction,
  transactionSeconds,
} from './openid.ts';
import { deviceName } from './own-sessions.ts';
import type { SignInAttempts, SignInSource } from './rate-limits.ts';
import { announceEnded, credentialsOf, setSessionCookie } from './sessions.ts';
import { confirmSignIn, signIn } from './sign-in.ts';

const callbackPath = '/api/auth/google/callback';

/** The origin to stay on throughout: the one of ours that the browser used, or the public one. */
function requestOrigin(config: Config, host: string | undefined): string {
  return ownOrigins(config).find((origin) => new URL(origin).host === host) ?? config.publicUrl;
}

/** A failed sign-in sends the person back to the login page; any other error is a server error. */
function isExpected(error: unknown): boolean {
  return error instanceof SignInFailed || isDatabaseUnavailable(error);
}

/** Long enough to know the browser by until its lockout is over. */
const cookieSeconds = transactionSeconds + maxLockoutMinutes * 60;

type CallbackContext = {
  request: FastifyRequest;
  reply: FastifyReply;
  returnTo: string | undefined;
  confirms: boolean;
};

/** The routes of signing in through the provider, and of confirming a session. */
export const addSignInRoutes: AddRoutes<{
  authenticate: Authenticate;
  campus: CurrentCampus;
  config: Config;
  cookieSecret: string;
  openId: OpenIdClient;
  publisher: Publisher;
  settings: CurrentSettings;
  signInAttempts: SignInAttempts;
}> = (app, deps) => {
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

  /** Where a sign-in ends that was not given a page to return to. */
  const pageAfter = (returnTo: string | undefined, outcome: Readonly<Record<string, string>>) =>
    pageAfterSignIn(returnTo, outcome, config.frontendUrl);

  /** With a front end elsewhere, only a sign-in from our own pages returns to them. */
  const ownLogin = ({ headers }: FastifyRequest) =>
    config.frontendUrl && headers['sec-fetch-site'] === 'same-origin'
      ? `${requestOrigin(config, headers.host)}/login`
      : undefined;

  /** Answers in JSON if asked for it; otherwise redirects to the page that shows the lockout. */
  const replyLockedOut = (
    { request, reply, returnTo }: Pick<CallbackContext, 'request' | 'reply' | 'returnTo'>,
    seconds: number,
  ) => {
    const minutes = Math.ceil(seconds / 60);
    if (request.headers.accept?.includes('application/json'))
      throw appError('SIGN_IN_LOCKED', minutes).withDetails({ retryAfter: seconds });
    return reply
      .header('retry-after', String(seconds))
      .redirect(pageAfter(returnTo, signInErrorQuery('browser_locked', minutes)));
  };

  /** The sign-in that this browser began last, and which it may have ended. */
  const lastTransaction = (request: FastifyRequest): SignInTransaction | undefined => {
    try {
      return openTransaction(cookieSecret, request.cookies[signInCookie]);
    } catch {
      return undefined;
    }
  };

  const sourceOf = (request: FastifyRequest): SignInSource => ({
    address: request.ip,
    browser: lastTransaction(request)?.browser,
  });

  const redirectToProvider = async (
    request: FastifyRequest,
    reply: FastifyReply,
    hints: Parameters<typeof openId.beginSignIn>[0],
  ) => {
    const { url, transaction } = await openId.beginSignIn({
      ...hints,
      redirectUri: `${requestOrigin(config, request.headers.host)}${callbackPath}`,
      browser: lastTransaction(request)?.browser,
    });
    return reply
      .setCookie(signInCookie, sealTransaction(cookieSecret, transaction), {
        ...cookie,
        maxAge: cookieSeconds,
      })
      .redirect(url);
  };

  defineRoute(app, routes, api.beginGoogleSignIn, async ({ query, request, reply }) => {
    const returnTo = query.return_to ? parseReturnTo(query.return_to, origins) : ownLogin(request);
    try {
      const lockout = await signInAttempts.findLockout(sourceOf(request));
      if (lockout) return replyLockedOut({ request, reply, returnTo }, lockout);
      return await redirectToProvider(request, reply, { loginHint: query.login_hint, returnTo });
    } catch (error) {
      if (!isExpected(error)) throw error;
      request.log.warn({ err: error }, 'sign-in could not begin');
      return reply.redirect(pageAfter(returnTo, signInErrorQuery('oauth_failed')));
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
      return reply.redirect(pageAfter(returnTo, signInErrorQuery('oauth_failed')));
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

  const replyFailed = async (
    error: SignInFailed,
    { request, reply, returnTo, confirms }: CallbackContext,
  ) => {
    request.log.warn({ err: error }, 'sign-in failed');
    if (error.isStray) {
      // Somebody who reloads the callback of a successful sign-in is already signed in.
      const principal = await currentPrincipal(request);
      if (principal && !(confirms && isOlderThan(principal.confirmedAt, maxAgeMinutes)))
        return reply.redirect(
          returnTo || config.frontendUrl ? pageAfter(returnTo, { auth: 'success' }) : '/',
        );
    }
    const source = sourceOf(request);
    const lockout = await signInAttempts.findLockout(source);
    if (!error.isStray && error.reason !== 'provider-unreachable')
      await signInAttempts.recordFailure(source, error);
    if (lockout) return replyLockedOut({ request, reply, returnTo }, lockout);
    return reply.redirect(pageAfter(returnTo, signInErrorQuery(error.publicError)));
  };

  const startSession = async (
    identity: Identity,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> => {
    const { sessionSettings } = settings.current();
    const { cookie: replaced } = credentialsOf(request, config.publicUrl);
    const { session, ended, deliveries } = await signIn(
      db,
      identity,
      {
        ...sessionSettings,
        ...nameRulesOf(deps),
        linksByEmail: config.isLocal && openId.linksByEmail === true,
      },
      { device: deviceName(request.headers['user-agent']), address: request.ip, replaced },
    );
    for (const former of ended) announceEnded(publisher, former);
    publisher.notified(deliveries);
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
    const first = await signInAttempts.isFirstAnswer(transaction.state);
    if (!first) throw new SignInFailed('transaction-finished');
    const address = new URL(request.url, config.publicUrl);
    const identity = await openId.completeSignIn(address, transaction);
    if (transaction.confirms) {
      const outcome = await confirm(request, transaction.confirms, identity);
      return reply.clearCookie(signInCookie, cookie).redirect(pageAfter(returnTo, outcome));
    }
    await startSession(identity, request, reply);
    await signInAttempts.clearFailures(sourceOf(request));
    reply.clearCookie(signInCookie, cookie);
    return reply.redirect(pageAfter(returnTo, { auth: 'success' }));
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
      return reply.redirect(pageAfter(context.returnTo, signInErrorQuery('oauth_failed')));
    }
  });
};

/** What a text must look like before it is parsed as a URL: parsers disagree about the rest. */
const plainUrl = /^https?:\/\/[^\\\s/][^\\\s]*$/i;

/**
 * The page that a sign-in returns to, which must be on one of these origins.
 * @throws BAD_INPUT for any other address.
 */
function parseReturnTo(text: string, allowed: ReadonlySet<string>): string {
  const url = plainUrl.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  if (!url || url.username || url.password || !allowed.has(url.origin))
    throw appError('BAD_INPUT', 'return_to must be an address of an allowed origin');
  return url.href;
}

/**
 * The page where a sign-in ends, with its outcome: our own unless another was given. The front end
 * at `site` has the same two pages as our own.
 */
export function pageAfterSignIn(
  returnTo: string | undefined,
  outcome: Readonly<Record<string, string>>,
  site = '',
): string {
  if (!returnTo) {
    const page = outcome.error === 'email_unverified' ? '/verify-email' : '/login';
    return `${site}${page}?${new URLSearchParams(outcome)}`;
  }
  const url = new URL(returnTo);
  // The page may still carry the outcome of an earlier sign-in.
  for (const name of ['auth', 'error', 'minutes']) url.searchParams.delete(name);
  for (const [name, value] of Object.entries(outcome)) url.searchParams.set(name, value);
  return url.href;
}
