import { api } from '@keydesk/shared/api';
import { appError } from '@keydesk/shared/core/errors';
import { maxLockoutMinutes, signInErrorQuery } from '@keydesk/shared/core/sign-in-error';
import { t as inputText } from '@keydesk/shared/texts/en/input';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { allowedOrigins, type Config, originAt } from '../../config/config.ts';
import type { Publisher } from '../../core/live/publisher.ts';
import { isDatabaseUnavailable } from '../../db/errors.ts';
import type { AddRoutes } from '../../http/define-route.ts';
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
import { deviceOf } from './own-sessions.ts';
import type { SignInAttempts, SignInSource } from './rate-limits.ts';
import { announceEnded, credentialsOf, setSessionCookie } from './sessions.ts';
import { confirmSignIn, signIn } from './sign-in.ts';

type SignInDeps = {
  authenticate: Authenticate;
  campus: CurrentCampus;
  config: Config;
  cookieSecret: string;
  openId: OpenIdClient;
  publisher: Publisher;
  settings: CurrentSettings;
  signInAttempts: SignInAttempts;
};
type Deps = Parameters<AddRoutes<SignInDeps>>[1];

type Visit = {
  request: FastifyRequest;
  reply: FastifyReply;
  returnTo: string | undefined;
  confirms: boolean;
};

export const addSignInRoutes: AddRoutes<SignInDeps> = (serve, deps) => {
  const { config, signInAttempts } = deps;
  const origins = allowedOrigins(config);

  serve(api.beginGoogleSignIn, async ({ query, request, reply }) => {
    const asked = query.return_to && parseReturnTo(query.return_to, origins);
    const returnTo = asked || ownLogin(deps, request);
    const visit: Visit = { request, reply, returnTo, confirms: false };
    try {
      const lockout = await signInAttempts.findLockout(sourceOf(deps, request));
      if (lockout) return replyLockedOut(deps, visit, lockout);
      return await redirectToProvider(deps, visit, { loginHint: query.login_hint, returnTo });
    } catch (error) {
      return replyUnavailable(deps, visit, error, 'sign-in could not begin');
    }
  });

  serve(api.confirmSignIn, async ({ principal, request, reply }) => {
    const returnTo = `${originAt(deps.config, request.headers.host)}/confirmed`;
    const visit: Visit = { request, reply, returnTo, confirms: true };
    try {
      return await redirectToProvider(deps, visit, {
        loginHint: principal.user.email,
        returnTo,
        confirms: {
          sessionId: principal.sessionId,
          maxAgeSeconds: maxConfirmedMinutes(config) * 60,
        },
      });
    } catch (error) {
      return replyUnavailable(deps, visit, error, 'confirmation could not begin');
    }
  });

  serve(api.finishGoogleSignIn, async ({ query, request, reply }) => {
    const visit: Visit = { request, reply, returnTo: undefined, confirms: false };
    try {
      const transaction = readTransaction(deps, request, query.state);
      visit.returnTo = transaction.returnTo;
      visit.confirms = transaction.confirms !== undefined;
      return await complete(deps, transaction, visit);
    } catch (error) {
      if (error instanceof SignInFailed) return replyFailed(deps, error, visit);
      return replyUnavailable(deps, visit, error, 'sign-in failed');
    }
  });
};

const callbackPath = '/api/auth/google/callback';

/** Long enough to identify the browser until its lockout is over. */
const cookieSeconds = transactionSeconds + maxLockoutMinutes * 60;

function signInCookie({ publicUrl }: Config) {
  const secure = publicUrl.startsWith('https://');
  return {
    name: cookieNameAt(publicUrl, 'keydesk_sign_in'),
    options: { path: '/', httpOnly: true, sameSite: 'lax', secure },
  } as const;
}

/** Without a configured maximum age, a confirmation must still be recent. */
function maxConfirmedMinutes({ confirmSignInMinutes }: Config): number {
  return confirmSignInMinutes || 15;
}

/** With a front end elsewhere, only a sign-in from our own pages returns to them. */
function ownLogin(deps: Deps, request: FastifyRequest): string | undefined {
  const isOwn = request.headers['sec-fetch-site'] === 'same-origin';
  return deps.config.frontendUrl && isOwn
    ? `${originAt(deps.config, request.headers.host)}/login`
    : undefined;
}

/** The browser's latest sign-in, possibly completed. */
function lastTransaction(deps: Deps, request: FastifyRequest): SignInTransaction | undefined {
  try {
    return openTransaction(deps.cookieSecret, request.cookies[signInCookie(deps.config).name]);
  } catch {
    return undefined;
  }
}

/** The browser's pending sign-in, which must match the callback. */
function readTransaction(deps: Deps, request: FastifyRequest, state: unknown): SignInTransaction {
  const { name } = signInCookie(deps.config);
  const transaction = openTransaction(deps.cookieSecret, request.cookies[name]);
  if (transaction.state !== state) throw new SignInFailed('state-mismatch');
  return transaction;
}

function sourceOf(deps: Deps, request: FastifyRequest): SignInSource {
  return { address: request.ip, browser: lastTransaction(deps, request)?.browser };
}

async function redirectToProvider(
  deps: Deps,
  { request, reply }: Visit,
  hints: Parameters<OpenIdClient['beginSignIn']>[0],
) {
  const { url, transaction } = await deps.openId.beginSignIn({
    ...hints,
    redirectUri: `${originAt(deps.config, request.headers.host)}${callbackPath}`,
    browser: lastTransaction(deps, request)?.browser,
  });
  const { name, options } = signInCookie(deps.config);
  return reply
    .setCookie(name, sealTransaction(deps.cookieSecret, transaction), {
      ...options,
      maxAge: cookieSeconds,
    })
    .redirect(url);
}

async function complete(deps: Deps, transaction: SignInTransaction, visit: Visit) {
  const { config, openId, signInAttempts } = deps;
  const { request, reply } = visit;
  const first = await signInAttempts.isFirstAnswer(transaction.state);
  if (!first) throw new SignInFailed('transaction-finished');
  const address = new URL(request.url, config.publicUrl);
  const identity = await openId.completeSignIn(address, transaction);
  const outcome = transaction.confirms
    ? await confirm(deps, request, transaction.confirms, identity)
    : await startSession(deps, visit, identity);
  const { name, options } = signInCookie(config);
  reply.clearCookie(name, options);
  return redirectTo(deps, visit, outcome);
}

async function confirm(
  deps: Deps,
  request: FastifyRequest,
  sessionId: string,
  identity: Identity,
): Promise<Outcome> {
  const principal = await currentPrincipal(deps, request);
  if (principal?.sessionId !== sessionId) return { error: 'session-ended' };
  const maxMinutes = maxConfirmedMinutes(deps.config);
  const error = await confirmSignIn(deps.db, principal, identity, maxMinutes);
  return error ? { error } : { auth: 'success' };
}

async function startSession(
  deps: Deps,
  { request, reply }: Visit,
  identity: Identity,
): Promise<Outcome> {
  const { config, db, openId, publisher, settings, signInAttempts } = deps;
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
    { device: deviceOf(request.headers['user-agent']), address: request.ip, replaced },
  );
  for (const former of ended) announceEnded(publisher, former);
  publisher.notified(deliveries);
  setSessionCookie(reply, session.cookie, {
    publicUrl: config.publicUrl,
    hours: sessionSettings.maxSessionDuration,
  });
  await signInAttempts.clearFailures(sourceOf(deps, request));
  return { auth: 'success' };
}

function currentPrincipal(
  { authenticate, config }: Deps,
  request: FastifyRequest,
): Promise<Principal | null> {
  const { cookie } = credentialsOf(request, config.publicUrl);
  return authenticate({ cookie, bearer: undefined });
}

async function replyFailed(deps: Deps, error: SignInFailed, visit: Visit) {
  const { config, signInAttempts } = deps;
  const { request, reply, returnTo, confirms } = visit;
  request.log.warn({ err: error }, 'sign-in failed');
  if (error.isStray) {
    // A reloaded callback of a successful sign-in: the person is already signed in.
    const principal = await currentPrincipal(deps, request);
    if (principal && !(confirms && isOlderThan(principal.confirmedAt, maxConfirmedMinutes(config))))
      return returnTo || config.frontendUrl
        ? redirectTo(deps, visit, { auth: 'success' })
        : reply.redirect('/');
  }
  const source = sourceOf(deps, request);
  const lockout = await signInAttempts.findLockout(source);
  if (!error.isStray && error.reason !== 'provider-unreachable')
    await signInAttempts.recordFailure(source, error);
  if (lockout) return replyLockedOut(deps, visit, lockout);
  return redirectTo(deps, visit, signInErrorQuery(error.publicError));
}

/** JSON if requested; otherwise a redirect to the page that shows the lockout. */
function replyLockedOut(deps: Deps, visit: Visit, seconds: number) {
  const { request, reply } = visit;
  const minutes = Math.ceil(seconds / 60);
  if (request.headers.accept?.includes('application/json'))
    throw appError('SIGN_IN_LOCKED', { minutes }).withDetails({ retryAfter: seconds });
  reply.header('retry-after', String(seconds));
  return redirectTo(deps, visit, signInErrorQuery('browser_locked', minutes));
}

/** Redirects after a failure of provider or database; other errors are server errors. */
function replyUnavailable(deps: Deps, visit: Visit, error: unknown, message: string) {
  if (!(error instanceof SignInFailed || isDatabaseUnavailable(error))) throw error;
  visit.request.log.warn({ err: error }, message);
  return redirectTo(deps, visit, signInErrorQuery('oauth_failed'));
}

type Outcome = Readonly<Record<string, string>>;

function redirectTo({ config }: Deps, { reply, returnTo }: Visit, outcome: Outcome) {
  return reply.redirect(pageAfterSignIn(returnTo, outcome, config.frontendUrl));
}

/** Checked before parsing as a URL: parsers disagree about everything else. */
const plainUrl = /^https?:\/\/[^\\\s/][^\\\s]*$/i;

/** Validates that the page to return to is on one of these origins. */
function parseReturnTo(text: string, allowed: ReadonlySet<string>): string {
  const url = plainUrl.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  if (!url || url.username || url.password || !allowed.has(url.origin))
    throw appError('BAD_INPUT', { issue: inputText('return-to') });
  return url.href;
}

/**
 * The page after a sign-in, with the outcome: our own, or the given one. The front end at `site`
 * has the same two pages.
 */
export function pageAfterSignIn(returnTo: string | undefined, outcome: Outcome, site = ''): string {
  if (!returnTo) {
    const page = outcome.reason === 'email_unverified' ? '/verify-email' : '/login';
    return `${site}${page}?${new URLSearchParams(outcome)}`;
  }
  const url = new URL(returnTo);
  // The page may still carry the outcome of an earlier sign-in.
  for (const name of ['auth', 'error', 'reason', 'minutes']) url.searchParams.delete(name);
  for (const [name, value] of Object.entries(outcome)) url.searchParams.set(name, value);
  return url.href;
}
