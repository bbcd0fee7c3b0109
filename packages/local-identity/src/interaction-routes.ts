import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import { SessionNotFound } from 'oidc-provider/lib/helpers/errors.js';
import {
  type AddressResult,
  chooserPage,
  parseAddress,
  type TypedAddress,
} from './chooser-page.ts';
import type { Directory, ListAccounts } from './directory.ts';
import { type LocalMails, mailsPath } from './mail-pages.ts';
import {
  mountPath,
  noticePage,
  pageHeaders,
  signInEnded,
  signInFailed,
  stylesheet,
  stylesheetPath,
} from './page.ts';

type InteractionDeps = {
  readonly provider: () => Promise<Provider>;
  readonly directory: Directory;
  readonly accounts: ListAccounts;
  readonly productName: string;
  readonly redirectUris: readonly string[];
  readonly mails?: LocalMails;
};

const form = 'application/x-www-form-urlencoded';

/** The routes of the account chooser: its page, its forms, its stylesheet. */
export function interactionRoutes(scope: FastifyInstance, deps: InteractionDeps): void {
  const { directory, accounts, productName } = deps;
  const headers = pageHeaders(deps.redirectUris);

  const showChooser = async (
    reply: FastifyReply,
    invalid?: { typed: TypedAddress; faults: object },
  ) => {
    const body = chooserPage({
      productName,
      accounts: await accounts(),
      ...(deps.mails && { mailsLink: `${mountPath}${mailsPath}` }),
      ...invalid,
    });
    return reply
      .code(invalid ? 422 : 200)
      .headers(headers)
      .send(body);
  };

  const signIn = async (
    request: FastifyRequest,
    reply: FastifyReply,
    typed: TypedAddress,
    address: AddressResult = parseAddress(typed),
  ) => {
    if (!address.ok) return showChooser(reply, { typed, faults: address.faults });
    const accountId = await directory.admit(address.email, address.name);
    const result = { login: { accountId, remember: false }, select_account: {} };
    const provider = await deps.provider();
    const returnTo = await provider.interactionResult(request.raw, reply.raw, result);
    return reply.redirect(returnTo, 303);
  };

  scope.addContentTypeParser(
    form,
    { parseAs: 'string', bodyLimit: 10_000 },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );

  scope.setErrorHandler((error, request, reply) => {
    const hasEnded = error instanceof SessionNotFound;
    if (!hasEnded) request.log.error(error, 'local sign-in page failed');
    const notice = hasEnded ? signInEnded : signInFailed();
    return reply
      .code(hasEnded ? 400 : 500)
      .headers(headers)
      .send(noticePage(notice, productName));
  });

  scope.get(stylesheetPath, (_request, reply) =>
    reply
      .headers({ 'content-type': 'text/css; charset=utf-8', 'x-content-type-options': 'nosniff' })
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(stylesheet),
  );

  scope.get('/interaction/:uid', async (request, reply) => {
    const provider = await deps.provider();
    const { params } = await provider.interactionDetails(request.raw, reply.raw);
    const hint = params.login_hint;
    if (typeof hint !== 'string' || params.prompt === 'select_account') return showChooser(reply);
    return signIn(request, reply, { email: hint, name: '' });
  });

  scope.post('/interaction/:uid', async (request, reply) => {
    const provider = await deps.provider();
    await provider.interactionDetails(request.raw, reply.raw);
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    return signIn(request, reply, { email: form.get('email') ?? '', name: form.get('name') ?? '' });
  });
}
