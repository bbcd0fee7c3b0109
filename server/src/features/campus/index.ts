/** What other features may use of the campus. */
export { announceCampus } from './announce.ts';
export { addEntryIn } from './change-lists.ts';
export type { CurrentCampus } from './current-campus.ts';
export { readCampus } from './queries.ts';
export {
  completeKey,
  requireKnownEntries,
  requireOfferedEntries,
  requireRegistrationDepartment,
} from './require-entries.ts';
