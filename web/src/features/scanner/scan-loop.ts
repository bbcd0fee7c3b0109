const SCAN_EVERY_MS = 200;

/** Scans up to five times a second, one scan after the other, until told to stop. */
export async function repeatScans(scan: () => Promise<void>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const next = performance.now() + SCAN_EVERY_MS;
    await scan();
    await pause(next - performance.now(), signal);
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted || milliseconds <= 0) return resolve();
    const timer = setTimeout(finish, milliseconds);
    signal.addEventListener('abort', finish);
    function finish() {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      resolve();
    }
  });
}
