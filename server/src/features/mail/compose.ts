import type { MessageContent } from '../notifications/index.ts';

export type ComposedMail = { subject: string; text: string; html: string };

type Sender = { publicUrl: string; productName: string };

/**
 * The text and the HTML of a mail: one column, nothing loaded from elsewhere. Its links open pages and
 * change nothing by themselves.
 */
export function composeMail(
  { title, message, link }: MessageContent,
  { publicUrl, productName }: Sender,
): ComposedMail {
  const address = new URL(link ?? '/dashboard/notifications', publicUrl).href;
  const choices = new URL('/dashboard/profile', publicUrl).href;
  const why = `${productName} sent this because of your account there. Under Profile you choose which messages come by mail`;
  return {
    subject: title,
    text: `${message}\n\nOpen it in ${productName}:\n${address}\n\n-- \n${why}:\n${choices}\n`,
    html: page(
      title,
      `<p style="margin:0 0 8px;font-size:14px;color:#52626b">${escapeHtml(productName)}</p>
<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${escapeHtml(title)}</h1>
<p style="margin:0 0 24px">${escapeHtml(message)}</p>
<p style="margin:0 0 32px"><a href="${escapeHtml(address)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#0f5f73;color:#ffffff;text-decoration:none;font-weight:600">Open in ${escapeHtml(productName)}</a></p>
<p style="margin:0;font-size:13px;color:#52626b">${escapeHtml(why)}: <a href="${escapeHtml(choices)}" style="color:#0f5f73">${escapeHtml(choices)}</a></p>`,
    ),
  };
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
</head>
<body style="margin:0;padding:24px 16px;background:#f4f6f7;color:#14212a;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border-radius:12px;overflow-wrap:anywhere">
${body}
</div>
</body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
