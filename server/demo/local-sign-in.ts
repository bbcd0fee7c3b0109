import type { FastifyInstance, FastifyReply } from 'fastify';
import { parseIdentity, SignInFailed } from '../src/features/session/identity.ts';
import {
  checkResponse,
  newTransaction,
  type OpenIdClient,
  requireUnexpired,
} from '../src/features/session/openid.ts';
import { guardOrigin } from '../src/http/request-guards.ts';
import type { DemoAccount } from './accounts.ts';
import { localIssuer, localSignInPath, nameFromEmail, subjectOf } from './local-identity.ts';
import {
  chooserPage,
  type LocalMail,
  mailListPage,
  mailsPath,
  pageHeaders,
  parseAddress,
  stylesheet,
  stylesheetPath,
  type TypedAddress,
} from './local-sign-in-pages.ts';

type LocalSignInOptions = {
  readonly publicUrl: string;
  readonly callbackPath: string;
  readonly productName: string;
  /** Only addresses of these domains; empty means every domain. */
  readonly domains: readonly string[];
  /** The origins whose pages may post, and to which a sign-in may lead. */
  readonly origins: ReadonlySet<string>;
  /** The accounts that the chooser offers; called for every page. */
  readonly accounts: () => Promise<readonly DemoAccount[]>;
  /** The mails that the application has written instead of sending them, if it does that. */
  readonly mails?: LocalMails;
};

/** Where the mails are that no one was sent. */
type LocalMails = {
  /** The newest first. */
  readonly list: () => Promise<readonly LocalMail[]>;
  /** A mail as it was written. */
  readonly read: (file: string) => Promise<string | undefined>;
};

/**
 * Serves an account chooser in place of an identity provider. It signs in any address without a
 * password, so it is for trials alone. All else is the sign-in of a provider: the browser comes back
 * to the callback with the transaction that it began, which opens the session.
 */
export async function addLocalSignIn(
  app: FastifyInstance,
  options: LocalSignInOptions,
): Promise<OpenIdClient> {
  await app.register(async (scope) => addPages(scope, options), { prefix: localSignInPath });
  const issuer = localIssuer(options.publicUrl);
  return {
    linksByEmail: true,

    async beginSignIn(hints = {}) {
      const { loginHint, redirectUri = `${options.publicUrl}${options.callbackPath}` } = hints;
      const transaction = newTransaction(hints, redirectUri);
      const { state } = transaction;
      const hinted = parseAddress({ email: loginHint ?? '', name: '' });
      if (hinted.ok && !hints.confirms)
        return { url: `${redirectUri}?${answerOf(state, hinted)}`, transaction };
      const url = new URL(localSignInPath, redirectUri);
      url.searchParams.set('state', state);
      if (loginHint) url.searchParams.set('login_hint', loginHint);
      return { url: url.href, transaction };
    },

    async completeSignIn({ searchParams }, transaction) {
      requireUnexpired(transaction);
      checkResponse(searchParams, issuer, transaction.state);
      const error = searchParams.get('error');
      if (error) throw new SignInFailed('provider-refused', error);
      const address = parseAddress({
        email: searchParams.get('code') ?? '',
        name: searchParams.get('name') ?? '',
      });
      if (!address.ok) throw new SignInFailed('code-refused');
      const { email, name } = address;
      const listed = (await options.accounts()).find(
        (account) => account.email.toLowerCase() === email,
      );
      return parseIdentity(
        {
          iss: issuer,
          sub: subjectOf(email),
          email,
          email_verified: true,
          hd: email.slice(email.lastIndexOf('@') + 1),
          name: listed?.name ?? (name || nameFromEmail(email)),
        },
        options,
      );
    },
  };
}

/**
 * The query with which the browser comes back. The code is the address itself: it need not be secret
 * where everyone may be anybody, and without the state of its transaction it opens no session.
 */
function answerOf(state: string, { email, name }: TypedAddress): URLSearchParams {
  return new URLSearchParams({ state, code: email, name });
}

/** The chooser with its form and stylesheet, and the pages of mails. */
function addPages(scope: FastifyInstance, options: LocalSignInOptions): void {
  const { accounts, productName, mails, origins } = options;
  const headers = pageHeaders(origins);

  const showChooser = async (reply: FastifyReply, typed?: TypedAddress) =>
    reply
      .code(typed ? 422 : 200)
      .headers(headers)
      .send(
        chooserPage({
          productName,
          accounts: await accounts(),
          typed,
          mailsLink: mails && `${localSignInPath}${mailsPath}`,
        }),
      );

  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 10_000 },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );

  scope.get<{ Querystring: { state?: unknown; login_hint?: unknown } }>(
    '/',
    async ({ query }, reply) => {
      if (typeof query.state !== 'string') return reply.redirect('/login');
      const hint = query.login_hint;
      const typed = typeof hint === 'string' ? { email: hint, name: '' } : undefined;
      return showChooser(reply, typed && !parseAddress(typed).ok ? typed : undefined);
    },
  );

  scope.post<{ Querystring: { state?: unknown } }>('/', async (request, reply) => {
    guardOrigin(request, origins);
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const typed = { email: form.get('email') ?? '', name: form.get('name') ?? '' };
    const address = parseAddress(typed);
    if (!address.ok) return showChooser(reply, typed);
    const answer = answerOf(String(request.query.state), address);
    return reply.redirect(`${options.callbackPath}?${answer}`, 303);
  });

  scope.get(stylesheetPath, (_request, reply) =>
    reply
      .headers({ 'content-type': 'text/css; charset=utf-8', 'x-content-type-options': 'nosniff' })
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(stylesheet),
  );

  if (!mails) return;
  scope.get(mailsPath, async (_request, reply) =>
    reply.headers(headers).send(mailListPage(await mails.list(), productName)),
  );
  scope.get<{ Params: { file: string } }>(`${mailsPath}/:file`, async (request, reply) => {
    const mail = await mails.read(request.params.file);
    return reply
      .code(mail === undefined ? 404 : 200)
      .headers({ ...headers, 'content-type': 'text/plain; charset=utf-8' })
      .send(mail ?? 'There is no such mail.\n');
  });
}
