import type { Config } from './config.ts';

/** The names that this machine answers to when the application runs locally. */
const loopbackHosts = ['localhost', '127.0.0.1', '[::1]'];

/** The addresses under which people reach this installation: the public one, and locally all of loopback's. */
export const ownOrigins = (config: Config): string[] => {
  if (!config.isLocal) return [config.publicUrl];
  const { port } = new URL(config.publicUrl);
  const local = loopbackHosts.map((host) => new URL(`http://${host}:${port}`).origin);
  return [...new Set([config.publicUrl, ...local])];
};

/** Origins whose pages may call the API (DESIGN §6.10). */
export const allowedOrigins = (config: Config): ReadonlySet<string> =>
  new Set([...ownOrigins(config), ...config.corsOrigins]);
