type Cookie = {
  readonly name: string;
  readonly value: string;
  readonly path: string;
};

/** A browser's redirects and cookies over real HTTP, and nothing more. */
export class Browser {
  #cookies: Cookie[] = [];
  readonly #headers: Record<string, string>;

  constructor(headers: Record<string, string> = {}) {
    this.#headers = headers;
  }

  cookiesFor(path: string): Cookie[] {
    return this.#cookies.filter((cookie) => path.startsWith(cookie.path));
  }

  forgetCookies(): void {
    this.#cookies = [];
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
    const name = pair.slice(0, pair.indexOf('='));
    const attribute = (wanted: string) =>
      attributes.find((text) => text.toLowerCase().startsWith(`${wanted}=`))?.split('=')[1];
    const path = attribute('path') ?? '/';
    const expires = attribute('expires');
    this.#cookies = this.#cookies.filter((kept) => kept.name !== name || kept.path !== path);
    if (expires && Date.parse(expires) <= Date.now()) return;
    this.#cookies.push({ name, value: pair.slice(name.length + 1), path });
  }

  async request(url: string, form?: Record<string, string>): Promise<Response> {
    const cookies = this.cookiesFor(new URL(url).pathname);
    const response = await fetch(url, {
      redirect: 'manual',
      headers: {
        accept: 'text/html',
        ...(form && { origin: new URL(url).origin }),
        ...this.#headers,
        cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
      },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    return response;
  }

  /** Follows redirects until a page appears, or until one leads to `stopAt`. */
  async visit(
    url: string,
    stopAt: string,
    form?: Record<string, string>,
  ): Promise<{ url: URL; response?: Response }> {
    let response = await this.request(url, form);
    let current = url;
    for (let hop = 0; hop < 10; hop += 1) {
      const location = response.headers.get('location');
      if (!location) return { url: new URL(current), response };
      current = new URL(location, current).href;
      if (current.startsWith(stopAt)) return { url: new URL(current) };
      response = await this.request(current);
    }
    throw new Error(`redirected too often, last to ${current}`);
  }
}
