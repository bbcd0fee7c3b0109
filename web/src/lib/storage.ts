type StorageArea = 'localStorage' | 'sessionStorage';

/** One stored text. If storage is blocked or full, nothing is stored. */
function storageItem(name: string, area: StorageArea = 'localStorage') {
  return {
    read: (): string | null => {
      try {
        return window[area].getItem(name);
      } catch {
        return null;
      }
    },
    write: (value: string): void => {
      try {
        window[area].setItem(name, value);
      } catch {
        // Not stored.
      }
    },
    clear: (): void => {
      try {
        window[area].removeItem(name);
      } catch {
        // Nothing was stored either.
      }
    },
  };
}

export type StorageItem = ReturnType<typeof storageItem>;

export const storedToken = storageItem('auth-token');
/** JSON, for a start at which the session check takes too long. */
export const storedUser = storageItem('auth-user');
/** JSON, for the same start. */
export const storedDeskComputer = storageItem('desk-computer');
/** JSON of the last read. */
export const storedCampus = storageItem('campus');
/** A sign-out that has not reached the server. */
export const pendingLogout = storageItem('sign-out-owed');
export const storedTimezone = storageItem('campus-timezone');
export const lastVisitedRoute = storageItem('last-visited-route');
export const interruptedVisit = storageItem('interrupted-visit', 'sessionStorage');
export const registrationDraft = storageItem('registration-draft', 'sessionStorage');
/** JSON of drafts by form. */
export const storedDraft = storageItem('unsaved-form', 'sessionStorage');
export const volunteerSelection = storageItem('volunteer-selection', 'sessionStorage');
export const lastFacultyTab = storageItem('last-faculty-tab');
/** The id of the person with push notifications in this browser. */
export const pushOwner = storageItem('push-owner');
export const storedTheme = storageItem('theme');
/** Chosen on the sign-in page, for the account of the next sign-in in this tab. */
export const chosenLanguage = storageItem('chosen-language', 'sessionStorage');
export const storedKeepFresh = storageItem('keep-codes-fresh');
export const auditSignInsHidden = storageItem('audit-sign-ins-hidden');
export const enrolHintDismissed = storageItem('enrol-hint-dismissed');
export const setupHidden = storageItem('setup-hidden');
export const sidebarCollapsed = storageItem('sidebar-folded');
/** JSON, per tab. */
export const storedSignOut = storageItem('signed-out', 'sessionStorage');
export const storedScan = storageItem('kept-scan', 'sessionStorage');
/** JSON of a count's scans that the server has not taken yet. */
export const storedCountScans = storageItem('count-scans');
/** The id of this browser's desk. */
export const storedDesk = storageItem('desk-here');
/** Whether the desk's lists show the keys of all desks. */
export const storedEverywhere = storageItem('desk-everywhere', 'sessionStorage');
/** The id of the shift whose guard has read the previous guard's note. */
export const shiftSeen = storageItem('shift-seen');
