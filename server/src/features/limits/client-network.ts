import { isIPv6 } from 'node:net';

const mappedIPv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** Whom sign-in attempts are counted for: an IPv4 address, or the network of an IPv6 address. */
export function clientNetwork(told: string): string {
  const address = withoutPort(told);
  const mapped = mappedIPv4.exec(address)?.[1];
  if (mapped) return mapped;
  return isIPv6(address) ? networkOf(address) : address;
}

/** Some proxies tell the port, too, which is another for each connection. */
function withoutPort(address: string): string {
  return (
    /^\[(.*)\](?::\d+)?$/.exec(address)?.[1] ??
    /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address)?.[1] ??
    address
  );
}

/** The first four groups of an IPv6 address: what a provider gives to one customer. */
function networkOf(address: string): string {
  const [head = '', tail = ''] = (address.split('%')[0] ?? '').split('::');
  const before = head.split(':').filter(Boolean);
  const after = tail.split(':').filter(Boolean);
  const gap = address.includes('::') ? Math.max(0, 8 - before.length - after.length) : 0;
  const groups = [...before, ...Array<string>(gap).fill('0'), ...after].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
