const reloadedAt = 'reloaded-for-lost-files';
/** A second failure within this time is no matter of versions. */
const patience = 60_000;

/** Whether the server's page begins with another script than this one did. */
const isNewVersionServed = async (): Promise<boolean> => {
  const script = document.querySelector('script[type="module"][src]')?.getAttribute('src');
  const answer = await fetch('/', { cache: 'no-store' });
  return answer.ok && !!script && !(await answer.text()).includes(script);
};

/**
 * A page left open over a new version may ask for files that are gone. Reloading shows the new
 * version; a page that has just done so is left alone. A file that failed to come for another
 * reason is no cause to lose what has been typed.
 */
export const recoverLostFiles = (): void => {
  const recover = async () => {
    const last = Number(sessionStorage.getItem(reloadedAt));
    if (!navigator.onLine || Date.now() - last < patience) return;
    if (!(await isNewVersionServed())) return;
    sessionStorage.setItem(reloadedAt, String(Date.now()));
    window.location.reload();
  };
  // A server that does not answer has no new version to show.
  window.addEventListener('vite:preloadError', () => void recover().catch(() => undefined));
};
