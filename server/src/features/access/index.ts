/** What other features may use of access. */
export { eraseRefusalsOf, eraseRequestsOf, lockRequestsOf } from './erase-requests.ts';
export {
  type AccessPolicy,
  accessPolicyOf,
  type GatheredAccess,
  gatherAccess,
  lockAccessForChange,
  lockAccessForHandOut,
  recordedOverride,
  requireAccess,
} from './facts.ts';
export { announceRecalled, recallWithoutAccess } from './recall.ts';
export { findCurrentRequestMessages } from './request-messages.ts';
export { eraseAccessOf } from './rule-queries.ts';
