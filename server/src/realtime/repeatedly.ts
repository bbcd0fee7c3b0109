/**
 * Does this work again and again, without keeping the process alive; the answer stops it. A turn
 * that comes while the last is still at work is left out.
 */
export const repeatedly = (
  everyMs: number,
  work: () => Promise<unknown>,
  onError: (error: unknown) => void,
): (() => void) => {
  let busy = false;
  const turn = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    try {
      await work();
    } catch (error) {
      onError(error);
    } finally {
      busy = false;
    }
  };
  const timer = setInterval(() => void turn(), everyMs);
  timer.unref();
  return () => clearInterval(timer);
};
