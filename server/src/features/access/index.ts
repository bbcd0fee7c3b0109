/** What other features may use of access. */
export { eraseRefusalsOf, eraseRequestsOf, lockRequestsOf } from './erase-requests.ts';
export {
  type AccessPolicy,
  type AccessRight,
  accessPolicyOf,
  type GatheredAccess,
  gatherAccess,
  lockAccessForChange,
  lockAccessForHandOut,
  requireAccess,
} from './facts.ts';
export { announceRecalled, recallLost } from './recall.ts';
export type { RuleCache } from './rule-cache.ts';
export { eraseAccessOf } from './rule-queries.ts';
export { findTrueRequestMessages } from './still-asked.ts';
