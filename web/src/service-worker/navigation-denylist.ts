/** Addresses that are not pages of the application: API, sign-in, health, files. */
export const navigationDenylist =
  /^\/(api|socket\.io|local-identity|healthz|readyz|metrics)([/?]|$)|^\/[^?]*\.\w+(\?|$)/;
