const hour = 3_600_000;

const counted = (count: number, unit: string): string =>
  `${count} ${count === 1 ? unit : `${unit}s`}`;

/** How long a key has been out: 'less than 1 hour', 'N hours', 'N days' (spec §2). */
export const heldText = (takenAt: string | null, now: number): string => {
  const hours = Math.floor((now - Date.parse(takenAt ?? '')) / hour);
  if (Number.isNaN(hours)) return '';
  if (hours < 1) return 'less than 1 hour';
  return hours < 24 ? counted(hours, 'hour') : counted(Math.floor(hours / 24), 'day');
};
