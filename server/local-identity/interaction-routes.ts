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
import {
  noticePage,
  pageHeaders,
  signInEnded,
  signInFailed,
  stylesheet,
  stylesheetPath,
} from './page.ts';

interface InteractionDeps {
  readonly provider: () => Promise<Provider>;
  readonly directory: Directory;
  readonly accounts: ListAccounts;
  readonly productName: string;
  readonly redirectUris: readonly string[];
}

const FORM = 'application/x-www-form-urlencoded';

/** The chooser and its two forms: pages of one interaction, each at the interaction's own path. */
export function interactionRoutes(scope: FastifyInstance, deps: InteractionDeps): void {
  const { directory, accounts, productName } = deps;
  const headers = pageHeaders(deps.redirectUris);

  const showChooser = async (
    reply: FastifyReply,
    refused?: { typed: TypedAddress; faults: object },
  ) => {
    const body = chooserPage({ productName, accounts: await accounts(), ...refused });
    return reply
      .code(refused ? 422 : 200)
      .headers(headers)
      .send(body);
  };

  const answer = async (
    request: FastifyRequest,
    reply: FastifyReply,
    typed: TypedAddress,
    verdict: AddressResult = parseAddress(typed),
  ) => {
    if (!verdict.ok) return showChooser(reply, { typed, faults: verdict.faults });
    const accountId = await directory.admit(verdict.email, verdict.name);
    const result = { login: { accountId, remember: false }, select_account: {} };
    const provider = await deps.provider();
    const returnTo = await provider.interactionResult(request.raw, reply.raw, result);
    return reply.redirect(returnTo, 303);
  };

  scope.addContentTypeParser(
    FORM,
    { parseAs: 'string', bodyLimit: 10_000 },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );

  scope.setErrorHandler((error, request, reply) => {
    const ended = error instanceof SessionNotFound;
    if (!ended) request.log.error(error, 'local sign-in page failed');
    const notice = ended ? signInEnded : signInFailed();
    return reply
      .code(ended ? 400 : 500)
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
    return answer(request, reply, { email: hint, name: '' });
  });

  scope.post('/interaction/:uid', async (request, reply) => {
    const provider = await deps.provider();
    await provider.interactionDetails(request.raw, reply.raw);
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    return answer(request, reply, { email: form.get('email') ?? '', name: form.get('name') ?? '' });
  });
}
