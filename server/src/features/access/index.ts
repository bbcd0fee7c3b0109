/** What other features may use of access. */
export { eraseRefusalsOf, eraseRequestsOf, lockRequestsOf } from './erase-requests.ts';
export {
  type AccessPolicy,
  accessPolicyOf,
  type GatheredAccess,
  gatherAccess,
} from './facts.ts';
export { lockAccessForChange, lockAccessForHandOut } from './lock.ts';
export { announceRecalled, recallLost } from './recall.ts';
export type { RuleCache } from './rule-cache.ts';
export { eraseAccessOf } from './rule-queries.ts';
export { findTrueRequestMessages } from './still-asked.ts';
