const twoDigits = (count: number): string => String(count).padStart(2, '0');

/** Time left as mm:ss, counting a begun second as a whole one. */
export const countdownText = (milliseconds: number): string => {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${twoDigits(Math.floor(seconds / 60))}:${twoDigits(seconds % 60)}`;
};
