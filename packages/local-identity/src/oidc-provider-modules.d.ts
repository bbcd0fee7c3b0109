/**
 * oidc-provider's entry file prints a warning on Node 20 releases it runs on well; its modules do
 * not. The parts used here are imported from their own files.
 */
declare module 'oidc-provider/lib/provider.js' {
  export { Provider } from 'oidc-provider';
}

declare module 'oidc-provider/lib/helpers/interaction_policy/index.js' {
  import { interactionPolicy } from 'oidc-provider';
  export const Prompt: typeof interactionPolicy.Prompt;
  export const base: typeof interactionPolicy.base;
}

declare module 'oidc-provider/lib/helpers/errors.js' {
  import { errors } from 'oidc-provider';
  export const SessionNotFound: typeof errors.SessionNotFound;
}
