import { dayMs, hourMs, minuteMs } from '@keydesk/shared/durations';
import { plural } from '@keydesk/shared/plural';

const hourMinutes = 60;
const dayMinutes = 24 * hourMinutes;

/** A length of time in short: '25 min', '1 h 40 min', '2 d 3 h'. */
export function durationText(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / minuteMs));
  if (minutes < hourMinutes) return `${minutes} min`;
  if (minutes >= dayMinutes) {
    const hours = Math.floor((minutes % dayMinutes) / hourMinutes);
    return joined(`${Math.floor(minutes / dayMinutes)} d`, hours > 0 ? `${hours} h` : '');
  }
  const rest = minutes % hourMinutes;
  return joined(`${Math.floor(minutes / hourMinutes)} h`, rest > 0 ? `${rest} min` : '');
}

/** A length of time in its largest unit: '3 days', '1 hour', '0 minutes'. */
export function largestUnitText(ms: number): string {
  if (ms >= dayMs) return plural(Math.floor(ms / dayMs), 'day');
  if (ms >= hourMs) return plural(Math.floor(ms / hourMs), 'hour');
  return plural(Math.floor(ms / minuteMs), 'minute');
}

function joined(first: string, second: string): string {
  return second ? `${first} ${second}` : first;
}
