const minuteMs = 60_000;
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

function joined(first: string, second: string): string {
  return second ? `${first} ${second}` : first;
}
