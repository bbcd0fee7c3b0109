/** Waits that double, as many as there are attempts; `next` is null once they are used up. */
export const backoff = (attempts: number, firstWait: number) => {
  let used = 0;
  return {
    next: (): number | null => (used < attempts ? firstWait * 2 ** used++ : null),
    reset: (): void => {
      used = 0;
    },
  };
};
