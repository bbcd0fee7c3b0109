import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { DemoAccount } from './accounts.ts';
import { html, type Markup } from './html.ts';
import { localSignInPath } from './local-identity.ts';

/** Accounts beyond this number are in a collapsed list. */
const shownAtOnce = 6;

type Chooser = {
  readonly productName: string;
  readonly accounts: readonly DemoAccount[];
  /** An address that was refused, exactly as it was typed. */
  readonly typed?: TypedAddress | undefined;
  /** The page with the mails that were written. */
  readonly mailsLink?: string | undefined;
};

const honorific = /^(dr|prof|mr|mrs|ms)\.?$/i;

type Field = {
  readonly name: 'email' | 'name';
  readonly label: Markup;
  readonly attributes: Markup;
  readonly value: string;
  readonly fault: string | undefined;
};

/** The account chooser: the listed accounts, and a form for any other address. */
export function chooserPage({ productName, accounts, typed, mailsLink }: Chooser): string {
  const address = typed && parseAddress(typed);
  const faults = address && !address.ok ? address.faults : undefined;
  return page(
    faults ? 'Error: choose an account' : 'Choose an account',
    productName,
    html`<div class="card">
<header>
<h1>Choose an account</h1>
<p class="lead">to continue to ${productName}</p>
</header>
${accounts.length > 0 && accountList(accounts)}
${addressForm(typed ?? { email: '', name: '' }, faults ?? {})}
</div>
<footer>
<p>Local sign-in, without passwords. It stands in for Google until that is set up.</p>
${mailsLink && html`<a href="${mailsLink}">Emails</a>`}
<a href="/login">Back to sign-in</a>
</footer>`,
  );
}

function accountList(accounts: readonly DemoAccount[]): Markup {
  const rest = accounts.slice(shownAtOnce);
  return html`<form method="post" aria-label="Accounts">
<ul class="accounts">${accounts.slice(0, shownAtOnce).map(accountRow)}</ul>
${
  rest.length > 0 &&
  html`<details class="more"><summary>Show ${rest.length} more</summary>
<ul class="accounts">${rest.map(accountRow)}</ul></details>`
}
</form>`;
}

function accountRow({ email, name, role }: DemoAccount): Markup {
  return html`<li>
<button class="account" type="submit" name="email" value="${email}">
<span class="avatar" aria-hidden="true">${initials(name)}</span>
<span class="details">
<span class="who"><span class="name">${name}</span> <span class="email">${breakable(email)}</span></span>
<span class="role">${role}</span>
</span>
</button>
</li>`;
}

function initials(name: string): string {
  const words = name.split(/\s+/).filter((word) => word && !honorific.test(word));
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return ends
    .map((word) => Array.from(word ?? '')[0] ?? '')
    .join('')
    .toUpperCase();
}

/** A long address breaks at its '@' first. */
function breakable(email: string): Markup {
  const [localPart, ...domain] = email.split('@');
  return html`${localPart}@<wbr>${domain.join('@')}`;
}

function addressForm(typed: TypedAddress, faults: AddressErrors): Markup {
  return html`<section aria-labelledby="another">
<h2 id="another">Another address</h2>
<p class="hint">Any address works. A new one signs in as a new person.</p>
<form class="address" method="post" novalidate>
${field({
  name: 'email',
  label: html`Email`,
  attributes: html`type="email" autocomplete="email" inputmode="email" autocapitalize="none" spellcheck="false" required`,
  value: typed.email,
  fault: faults.email,
})}
${field({
  name: 'name',
  label: html`Name <span class="optional">(optional)</span>`,
  attributes: html`type="text" autocomplete="name"`,
  value: typed.name,
  fault: faults.name,
})}
<button class="primary" type="submit">Continue</button>
</form>
</section>`;
}

function field({ name, label, attributes, value, fault }: Field): Markup {
  return html`<div class="field">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${value}" ${attributes}${
    fault && html` aria-invalid="true" aria-describedby="${name}-fault" autofocus`
  }>
${fault && html`<p class="fault" id="${name}-fault">${fault}</p>`}
</div>`;
}

export type TypedAddress = {
  readonly email: string;
  readonly name: string;
};

type AddressErrors = {
  readonly email?: string;
  readonly name?: string;
};

type AddressResult =
  | { readonly ok: true; readonly email: string; readonly name: string }
  | { readonly ok: false; readonly faults: AddressErrors };

const emailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, 'Enter an e-mail address.')
  .max(254, 'An e-mail address has at most 254 characters.')
  .pipe(z.email('This is not a complete e-mail address. It should look like name@campus.test.'));

/** Any name: whether it is acceptable is for the application to decide. */
const optionalNameSchema = z.string().trim().max(120);

/** Any well-formed address may sign in; the name is optional. */
export function parseAddress(typed: TypedAddress): AddressResult {
  const email = emailSchema.safeParse(typed.email);
  const name = optionalNameSchema.safeParse(typed.name);
  if (email.success && name.success) {
    return { ok: true, email: email.data, name: name.data };
  }
  const emailError = firstMessage(email.error);
  return {
    ok: false,
    faults: {
      ...(emailError && { email: emailError }),
      ...(!name.success && { name: 'A name has at most 120 characters.' }),
    },
  };
}

function firstMessage(error: z.ZodError | undefined): string | undefined {
  return error?.issues[0]?.message;
}

export type LocalMail = {
  readonly file: string;
  readonly to: string;
  readonly subject: string;
  readonly date: string;
};

export const mailsPath = '/mails';

/** The mails of a trial, with links to each of them. */
export function mailListPage(mails: readonly LocalMail[], productName: string): string {
  return page(
    'Emails',
    productName,
    html`<section class="card">
<header>
<h1>Emails</h1>
<p class="lead">This local installation saves emails as files and sends none.</p>
</header>
${mails.length === 0 && html`<p class="hint">No emails yet.</p>`}
<ul class="mails">${mails.map(
      ({ file, to, subject, date }) => html`<li>
<a href="${localSignInPath}${mailsPath}/${file}">${subject}</a>
<small>${to} · ${date}</small>
</li>`,
    )}</ul>
</section>
<footer><a href="/login">Back to sign-in</a></footer>`,
  );
}

/** The pages' stylesheet. Its path changes with its content, so it can be cached for ever. */
export const stylesheet = readFileSync(new URL('./local-sign-in.css', import.meta.url), 'utf8');

const version = createHash('sha256').update(stylesheet).digest('hex').slice(0, 12);

export const stylesheetPath = `/assets/local-sign-in-${version}.css`;

/**
 * Headers of every page. The pages have no scripts. With `Referrer-Policy: same-origin` their form
 * posts carry the real Origin, which `no-referrer` would turn into `null`.
 */
export function pageHeaders(origins: ReadonlySet<string>): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': [
      "default-src 'none'",
      "style-src 'self'",
      "img-src 'self'",
      `form-action 'self' ${formTargets(origins).join(' ')}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  };
}

/** Browsers report an address in brackets (IPv6) as an error and ignore it. */
function formTargets(origins: ReadonlySet<string>): string[] {
  return [...origins].filter((origin) => !origin.includes('['));
}

/** The document around one centred card. */
function page(title: string, productName: string, card: Markup): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#f5f7f8">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0d1418">
<title>${title} · ${productName}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${localSignInPath}${stylesheetPath}">
</head>
<body>
<main>
${card}
</main>
</body>
</html>
`.text;
}
