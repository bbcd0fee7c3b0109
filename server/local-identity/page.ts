import { html, Markup } from './html.ts';
import { stylesheetPath } from './stylesheet.ts';

export const MOUNT_PATH = '/local-identity';

/**
 * Headers of every page. The pages run no script at all. `Referrer-Policy: same-origin` keeps the
 * true Origin on their form posts, which `no-referrer` would turn into `null`.
 */
export const pageHeaders = (redirectUris: readonly string[]): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': [
    "default-src 'none'",
    "style-src 'self'",
    `form-action 'self' ${redirectUris.map((uri) => new URL(uri).origin).join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
});

const mark = new Markup(
  '<svg class="mark" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><circle cx="8" cy="15.5" r="4.5"/><path d="m11.3 12.2 8.2-8.2M16 7.5l2.8 2.8M13.4 10.1l1.7 1.7"/></svg>',
);

/** The document around one centred card. */
export const page = (title: string, productName: string, card: Markup): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#f4f6f7">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0f1517">
<title>${title} · ${productName}</title>
<link rel="stylesheet" href="${MOUNT_PATH}${stylesheetPath}">
</head>
<body>
<main>
<p class="brand">${mark}<span>${productName}</span></p>
${card}
</main>
</body>
</html>
`.text;
