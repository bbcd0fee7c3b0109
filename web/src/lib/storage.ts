/** One remembered text. Storage may be blocked or full; then nothing is remembered. */
const remembered = (name: string) => ({
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
});

/** The bearer token (spec §3). */
export const storedToken = remembered('auth-token');
/** The signed-in person as JSON, for a start-up whose check takes too long. */
export const storedUser = remembered('auth-user');
/** The server is still to be told of a sign-out. */
export const owedSignOut = remembered('sign-out-owed');
export const lastVisitedRoute = remembered('last-visited-route');
export const lastFacultyTab = remembered('last-faculty-tab');
/** Who turned push notifications on in this browser, by id. */
export const pushOwner = remembered('push-owner');
export const storedTheme = remembered('theme');
/** Whether the sidebar is folded away on a wide screen. */
export const foldedSidebar = remembered('sidebar-folded');
