import type { Frame } from '@playwright/test';

type Attempt = { how: string; outcome: string };

const forms = [
  { path: '/api/auth/logout', enctype: 'application/x-www-form-urlencoded' },
  { path: '/api/auth/logout', enctype: 'text/plain' },
  { path: '/api/notifications/mark-all-read', enctype: 'text/plain' },
];

/** Submits forms to the product from this page, and returns the status of each response. */
export async function sendForms(frame: Frame, product: string): Promise<number[]> {
  const statuses: number[] = [];
  for (const { path, enctype } of forms) {
    const action = `${product}${path}`;
    const [answer] = await Promise.all([
      frame.page().waitForResponse((response) => response.url() === action),
      frame.evaluate(
        ([to, type]) => {
          const iframe = document.createElement('iframe');
          iframe.name = `target-${Math.random()}`;
          const form = document.createElement('form');
          form.method = 'POST';
          form.action = to;
          form.enctype = type;
          form.target = iframe.name;
          const field = document.createElement('input');
          field.name = '{"a":"';
          field.value = '"}';
          form.append(field);
          document.body.append(iframe, form);
          form.submit();
        },
        [action, enctype] as const,
      ),
    ]);
    statuses.push(answer.status());
  }
  return statuses;
}

/** Calls the product from a script of this page in every way a browser offers, with each outcome. */
export function callByScript(frame: Frame, product: string): Promise<Attempt[]> {
  return frame.evaluate(async (base) => {
    const json = { 'content-type': 'application/json' };
    const name = JSON.stringify({ name: 'Taken Over' });
    const calls: [string, RequestInit][] = [
      ['/api/auth/check-auth', {}],
      ['/api/keys', {}],
      ['/api/auth/check-auth', { mode: 'no-cors' }],
      ['/api/auth/logout', { method: 'POST' }],
      ['/api/auth/logout', { method: 'POST', mode: 'no-cors', body: '{}' }],
      ['/api/auth/logout', { method: 'POST', headers: json, body: '{}' }],
      ['/api/auth/update-profile', { method: 'PUT', headers: json, body: name }],
      ['/api/notifications/mark-all-read', { method: 'PATCH', headers: json, body: '{}' }],
    ];
    const attempts: { how: string; outcome: string }[] = [];
    for (const [path, init] of calls) {
      const how = `${init.method ?? 'GET'} ${init.mode ?? 'cors'} ${path}`;
      const outcome = await fetch(base + path, { credentials: 'include', ...init }).then(
        async (answer) => (answer.type === 'opaque' ? 'opaque' : `read ${await answer.text()}`),
        () => 'refused',
      );
      attempts.push({ how, outcome });
    }
    const socket = new WebSocket(
      `${base.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`,
    );
    const outcome = await new Promise<string>((resolve) => {
      socket.addEventListener('open', () => resolve('opened'));
      socket.addEventListener('error', () => resolve('refused'));
    });
    attempts.push({ how: 'websocket', outcome });
    return attempts;
  }, product);
}
