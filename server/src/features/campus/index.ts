/** The public interface of the campus feature. */
export {
  addEntryIn,
  announceCampus,
  type CurrentCampus,
  insertEntry,
  lockList,
  orderEntries,
  readCampus,
  updateEntry,
} from './lists.ts';
export {
  completeKey,
  requireDesk,
  requireKnownEntries,
  requireOfferedEntries,
  requireRegistrationDepartment,
} from './require-entries.ts';
export type { CurrentSettings } from './settings.ts';
