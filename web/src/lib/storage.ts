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
        // Then it is not remembered.
      }
    },
    clear: (): void => {
      try {
        window[area].removeItem(name);
      } catch {
        // Then nothing was stored either.
      }
    },
  };
}

/** The bearer token. */
export const storedToken = storageItem('auth-token');
/** The signed-in person as JSON, for a start at which checking the session takes too long. */
export const storedUser = storageItem('auth-user');
/** At which desk's computer this is, as JSON, for the same. */
export const storedDeskComputer = storageItem('desk-computer');
/** The campus as JSON, as it was last read. */
export const storedCampus = storageItem('campus');
/** A sign-out that the server does not know about yet. */
export const pendingLogout = storageItem('sign-out-owed');
/** The time zone of the campus, as it was last read. */
export const storedTimezone = storageItem('campus-timezone');
export const lastVisitedRoute = storageItem('last-visited-route');
/** Where somebody was in this tab when their session ended, as JSON. */
export const interruptedVisit = storageItem('interrupted-visit', 'sessionStorage');
/** What has been entered for a registration, as JSON. */
export const registrationDraft = storageItem('registration-draft', 'sessionStorage');
/** What was typed into forms that are not saved yet, as JSON. */
export const storedDraft = storageItem('unsaved-form', 'sessionStorage');
/** The keys that a volunteer has selected, as JSON. */
export const volunteerSelection = storageItem('volunteer-selection', 'sessionStorage');
export const lastFacultyTab = storageItem('last-faculty-tab');
/** Who turned push notifications on in this browser, by id. */
export const pushOwner = storageItem('push-owner');
export const storedTheme = storageItem('theme');
/** Whether a code that is shown renews itself. */
export const storedKeepFresh = storageItem('keep-codes-fresh');
/** Whether the audit log leaves out who signed in and out. */
export const auditSignInsHidden = storageItem('audit-sign-ins-hidden');
/** Whether the hint to enrol this computer was put away here. */
export const enrolHintDismissed = storageItem('enrol-hint-dismissed');
/** Whether the steps of a new campus were put away here. */
export const setupHidden = storageItem('setup-hidden');
/** Whether the sidebar is collapsed on a wide screen. */
export const sidebarCollapsed = storageItem('sidebar-folded');
/** Why this tab was signed out, as JSON. */
export const storedSignOut = storageItem('signed-out', 'sessionStorage');
/** A code that was scanned when the desk was signed out, as JSON. */
export const storedScan = storageItem('kept-scan', 'sessionStorage');
/** What was scanned in a count and the server has not taken yet, as JSON. */
export const storedCountScans = storageItem('count-scans');
/** At which desk this browser stands, by id. */
export const storedDesk = storageItem('desk-here');
/** Whether the desk's lists show the keys of all desks, in this tab. */
export const storedEverywhere = storageItem('desk-everywhere', 'sessionStorage');
/** Of which duty here the guard has seen what the shift before left, by id. */
export const shiftSeen = storageItem('shift-seen');
