/**
 * One address for each host of `postgres://a,b:5433/keydesk`, in order. The driver itself understands
 * only addresses with a single host.
 */
export function splitHosts(databaseUrl: string): [string, ...string[]] {
  const [, before = '', hosts, after = ''] =
    /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/is.exec(databaseUrl) ?? [];
  if (hosts === undefined) return [databaseUrl];
  const [first = '', ...others] = hosts.split(',').map((host) => `${before}${host}${after}`);
  return [first, ...others];
}

/** Where a database is, for messages: without the user and the password. */
export function describeDatabase(databaseUrl: string): string {
  const addresses = splitHosts(databaseUrl);
  if (!addresses.every((address) => URL.canParse(address))) return 'DATABASE_URL';
  const hosts = addresses.map((address) => new URL(address).host);
  return `${hosts.join(',')}${new URL(addresses[0]).pathname}`;
}
