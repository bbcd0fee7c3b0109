const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How long something has lasted, in its largest unit: '3 days', '1 hour', 'less than a minute'. */
export function formatAge(since: string, now: number): string {
  const passed = now - Date.parse(since);
  if (passed >= day) return plural(Math.floor(passed / day), 'day');
  if (passed >= hour) return plural(Math.floor(passed / hour), 'hour');
  if (passed >= minute) return plural(Math.floor(passed / minute), 'minute');
  return 'less than a minute';
}

function plural(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
