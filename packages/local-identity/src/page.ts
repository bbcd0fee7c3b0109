import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Text that is already HTML; all other text is escaped when put into a page. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Content = string | number | undefined | false | Markup | readonly Markup[];

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Template tag: `html\`<p>${name}</p>\`` with every value escaped. */
export function html(parts: TemplateStringsArray, ...contents: Content[]): Markup {
  return new Markup(parts.map((part, index) => part + render(contents[index])).join(''));
}

function render(content: Content): string {
  if (content === undefined || content === false) return '';
  if (content instanceof Markup) return content.text;
  if (typeof content === 'object') return content.map(render).join('\n');
  return String(content).replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

/** The pages' stylesheet. Its path changes with its content, so it can be cached for ever. */
export const stylesheet = readFileSync(new URL('./local-identity.css', import.meta.url), 'utf8');

const version = createHash('sha256').update(stylesheet).digest('hex').slice(0, 12);

export const stylesheetPath = `/assets/local-identity-${version}.css`;

export const mountPath = '/local-identity';

/**
 * Headers of every page. The pages have no scripts. With `Referrer-Policy: same-origin` their form
 * posts carry the real Origin, which `no-referrer` would turn into `null`.
 */
export function pageHeaders(redirectUris: readonly string[]): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': [
      "default-src 'none'",
      "style-src 'self'",
      'img-src data:',
      `form-action 'self' ${formTargets(redirectUris).join(' ')}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  };
}

/** Browsers report an address in brackets (IPv6) as an error and ignore it. */
function formTargets(redirectUris: readonly string[]): string[] {
  return redirectUris.map((uri) => new URL(uri).origin).filter((origin) => !origin.includes('['));
}

const drawing =
  'viewBox="0 0 24 24" fill="none" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><circle cx="8" cy="15.5" r="4.5"/><path d="m11.3 12.2 8.2-8.2M16 7.5l2.8 2.8M13.4 10.1l1.7 1.7"/></svg>';

const mark = new Markup(
  `<svg class="mark" width="24" height="24" aria-hidden="true" stroke="currentColor" ${drawing}`,
);

/** Without an icon of its own the browser would ask for one that the policy does not allow. */
const icon = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" stroke="#0e7c9c" ${drawing}`,
)}`;

/** The document around one centred card. */
export function page(title: string, productName: string, card: Markup): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#f4f6f7">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0f1517">
<title>${title} · ${productName}</title>
<link rel="icon" href="${icon}">
<link rel="stylesheet" href="${mountPath}${stylesheetPath}">
</head>
<body>
<main>
<p class="brand">${mark}<span>${productName}</span></p>
${card}
</main>
</body>
</html>
`.text;
}

type Notice = {
  readonly title: string;
  readonly text: string;
  /** The provider's error, for the person who runs this installation. */
  readonly detail?: string;
};

/** The sign-in was finished, abandoned, or has expired. */
export const signInEnded: Notice = {
  title: 'This sign-in has ended',
  text: 'It was finished, given up, or left open for too long. Nothing is lost: simply start again.',
};

/** The request failed, with the provider's own description of the error. */
export function signInFailed(detail?: string): Notice {
  return {
    title: 'Sign-in could not continue',
    text: 'Something was not as expected. Please start again.',
    ...(detail && { detail }),
  };
}

/** A page that only explains what happened and links back to sign-in. */
export function noticePage(notice: Notice, productName: string): string {
  return page(
    notice.title,
    productName,
    html`<section class="card notice">
<h1>${notice.title}</h1>
<p class="lead">${notice.text}</p>
${notice.detail && html`<p class="detail">${notice.detail}</p>`}
<a class="primary" href="/login">Back to sign-in</a>
</section>`,
  );
}
