/** The public interface of the access feature. */
export {
  type AccessPolicy,
  type AccessRight,
  accessPolicyOf,
  type GatheredAccess,
  gatherAccess,
  gatherPastAccess,
  lockAccessForChange,
  lockAccessForHandOut,
  lockVisitor,
  recordedOverride,
  requireAccess,
} from './hand-out-access.ts';
export {
  type AccessDeps,
  announceRecalled,
  changeAccess,
  recallReopened,
  recallWithoutAccess,
  restateRecalls,
} from './recall.ts';
export { findCurrentRequestMessages } from './request-messages.ts';
export { eraseRefusalsOf, eraseRequestsOf, lockRequestsOf } from './request-queries.ts';
export { eraseAccessOf, moveAccess } from './rules.ts';
export { type RefusedVisitor, refuseVisitor } from './sponsor-word.ts';
