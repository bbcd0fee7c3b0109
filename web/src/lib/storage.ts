/** One remembered text. Storage may be blocked or full; then nothing is remembered. */
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
        // Forgetting is the only consequence.
      }
    },
    clear: (): void => {
      try {
        localStorage.removeItem(name);
      } catch {
        // Nothing was remembered either.
      }
    },
  };
}

/** The bearer token (spec §3). */
export const storedToken = storageItem('auth-token');
/** The signed-in person as JSON, for a start-up whose check takes too long. */
export const storedUser = storageItem('auth-user');
/** The server is still to be told of a sign-out. */
export const pendingLogout = storageItem('sign-out-owed');
export const lastVisitedRoute = storageItem('last-visited-route');
export const lastFacultyTab = storageItem('last-faculty-tab');
/** Who turned push notifications on in this browser, by id. */
export const pushOwner = storageItem('push-owner');
export const storedTheme = storageItem('theme');
/** Whether the sidebar is folded away on a wide screen. */
export const sidebarCollapsed = storageItem('sidebar-folded');
