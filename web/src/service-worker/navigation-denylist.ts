/** Addresses that are no pages of the application: calls, sign-in, health, files. */
export const navigationDenylist =
  /^\/(api|socket\.io|local-identity|healthz|readyz|metrics)([/?]|$)|^\/[^?]*\.\w+(\?|$)/;
