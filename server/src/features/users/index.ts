/** What other features may use of users. */
export { type NameDeps, nameRulesOf, requireAllowedName } from './name-rules.ts';
export { presentUser } from './present.ts';
export { renameSelf, userDetails } from './profile.ts';
export {
  importedIssuer,
  isActiveUser,
  listUserIdsByRole,
  lockUserForUpdate,
  type UserRow,
} from './queries.ts';
export {
  changeUser,
  findPerson,
  findPersonByAddress,
  findPersonByIdentity,
  findPersonDetails,
  lockPersonForShare,
} from './service.ts';
export {
  assignedRole,
  completeRegistration,
  findOrLinkUser,
  isWaiting,
  type LinkPolicy,
} from './sign-up.ts';
