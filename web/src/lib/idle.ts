/** Calls back once the browser has nothing better to do. */
export const whenIdle = (work: () => void): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(() => work(), { timeout: 10_000 });
  else setTimeout(work, 1_000);
};
