const reloadedAt = 'reloaded-for-lost-files';
/** A second failure within this time is no matter of versions. */
const patience = 60_000;

/**
 * A page left open over a new version may ask for files that are gone. Reloading shows the new
 * version; a page that has just done so is left alone.
 */
export const recoverLostFiles = (): void => {
  window.addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(reloadedAt));
    if (!navigator.onLine || Date.now() - last < patience) return;
    event.preventDefault();
    sessionStorage.setItem(reloadedAt, String(Date.now()));
    window.location.reload();
  });
};
