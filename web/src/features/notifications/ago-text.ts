const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const counted = (count: number, unit: string): string =>
  `${count} ${count === 1 ? unit : `${unit}s`} ago`;

/** How long ago: minutes, hours or days (spec §2, Notification drawer). */
export const agoText = (instant: string, now: number): string => {
  const passed = now - Date.parse(instant);
  if (Number.isNaN(passed)) return 'Invalid Date';
  if (passed < minute) return 'just now';
  if (passed < hour) return counted(Math.floor(passed / minute), 'minute');
  if (passed < day) return counted(Math.floor(passed / hour), 'hour');
  return counted(Math.floor(passed / day), 'day');
};
