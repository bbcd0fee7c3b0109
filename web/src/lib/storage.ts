/** One stored text. If storage is blocked or full, nothing is stored. */
function storageItem(name: string) {
  return {
    read: (): string | null => {
      try {
        return localStorage.getItem(name);
      } catch {
        return null;
      }
    },
    write: (value: string): void => {
      try {
        localStorage.setItem(name, value);
      } catch {
        // Then it is not remembered.
      }
    },
    clear: (): void => {
      try {
        localStorage.removeItem(name);
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
/** A sign-out that the server does not know about yet. */
export const pendingLogout = storageItem('sign-out-owed');
export const lastVisitedRoute = storageItem('last-visited-route');
export const lastFacultyTab = storageItem('last-faculty-tab');
/** Who turned push notifications on in this browser, by id. */
export const pushOwner = storageItem('push-owner');
export const storedTheme = storageItem('theme');
/** Whether the sidebar is collapsed on a wide screen. */
export const sidebarCollapsed = storageItem('sidebar-folded');
