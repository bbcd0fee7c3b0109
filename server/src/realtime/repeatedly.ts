/** Does this work again and again, without keeping the process alive; the answer stops it. */
export const repeatedly = (
  everyMs: number,
  work: () => Promise<void>,
  onError: (error: unknown) => void,
): (() => void) => {
  const timer = setInterval(() => {
    work().catch(onError);
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
};
