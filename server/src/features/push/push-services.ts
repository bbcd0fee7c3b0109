/**
 * The push services that browsers use. An endpoint is an address that this server will call, so it
 * must be one of theirs and nobody else's.
 */
const services = [
  'fcm.googleapis.com',
  'push.services.mozilla.com',
  'notify.windows.com',
  'push.apple.com',
];

/** Tells whether `endpoint` is an address of a known push service, or of a host allowed besides. */
export const isPushService = (endpoint: string, alsoAllowed: readonly string[] = []): boolean => {
  const { hostname } = new URL(endpoint);
  return [...services, ...alsoAllowed].some(
    (service) => hostname === service || hostname.endsWith(`.${service}`),
  );
};
