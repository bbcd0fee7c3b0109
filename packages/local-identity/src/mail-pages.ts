import type { FastifyInstance } from 'fastify';
import { html, mountPath, page, pageHeaders } from './page.ts';

type LocalMail = {
  readonly file: string;
  readonly to: string;
  readonly subject: string;
  readonly date: string;
};

/** Where the mails are that nobody was sent. */
export type LocalMails = {
  /** The newest first. */
  readonly list: () => Promise<readonly LocalMail[]>;
  /** A mail as it was written. */
  readonly read: (file: string) => Promise<string | undefined>;
};

type MailPageOptions = {
  readonly productName: string;
  readonly redirectUris: readonly string[];
  readonly mails: LocalMails;
};

export const mailsPath = '/mails';

/** The pages that list the mails of a local installation and show one of them. */
export function mailRoutes(scope: FastifyInstance, options: MailPageOptions): void {
  const { mails, productName } = options;
  const headers = pageHeaders(options.redirectUris);

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

export function mailListPage(mails: readonly LocalMail[], productName: string): string {
  return page(
    'Mails',
    productName,
    html`<section class="card">
<header>
<h1>Mails</h1>
<p class="lead">A local installation writes its mails to files and sends none.</p>
</header>
${mails.length === 0 && html`<p class="hint">No mail was written yet.</p>`}
<ul class="mails">${mails.map(
      ({ file, to, subject, date }) => html`<li>
<a href="${mountPath}${mailsPath}/${file}">${subject}</a>
<small>${to} · ${date}</small>
</li>`,
    )}</ul>
</section>
<footer><a href="/login">Back to sign-in</a></footer>`,
  );
}
