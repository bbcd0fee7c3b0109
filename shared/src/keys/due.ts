/** When keys are expected back: this time of day (HH:MM) in this IANA time zone. */
export type ReminderRule = { reminderTime: string; timezone: string };

const dayMs = 86_400_000;

type LocalMoment = {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
};

const formats = new Map<string, Intl.DateTimeFormat>();

const formatFor = (timezone: string): Intl.DateTimeFormat => {
  const known = formats.get(timezone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formats.set(timezone, made);
  return made;
};

const localMoment = (moment: Date, timezone: string): LocalMoment => {
  const parts = formatFor(timezone).formatToParts(moment);
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return {
    year: read('year'),
    month: read('month'),
    day: read('day'),
    hour: read('hour'),
    minute: read('minute'),
    second: read('second'),
  };
};

const offsetAt = (moment: Date, timezone: string): number => {
  const local = localMoment(moment, timezone);
  const asUtc = Date.UTC(
    local.year,
    local.month - 1,
    local.day,
    local.hour,
    local.minute,
    local.second,
  );
  return asUtc - Math.floor(moment.getTime() / 1000) * 1000;
};

/** The moment at which clocks in `timezone` show this date and time; the later one when there are two. */
const momentOf = (utcGuess: number, timezone: string): Date => {
  const first = utcGuess - offsetAt(new Date(utcGuess), timezone);
  return new Date(utcGuess - offsetAt(new Date(first), timezone));
};

const reminderOn = (day: Date, { reminderTime, timezone }: ReminderRule): Date => {
  const { year, month, day: date } = localMoment(day, timezone);
  const [hour = 0, minute = 0] = reminderTime.split(':').map(Number);
  return momentOf(Date.UTC(year, month - 1, date, hour, minute), timezone);
};

/** When a key handed out at `takenAt` is due: the next reminder time after it (DESIGN §1). */
export const dueAt = (takenAt: Date, rule: ReminderRule): Date => {
  const today = reminderOn(takenAt, rule);
  return today > takenAt ? today : reminderOn(new Date(today.getTime() + dayMs), rule);
};

/** The latest reminder time that is not after `now`. */
export const latestReminder = (now: Date, rule: ReminderRule): Date => {
  const today = reminderOn(now, rule);
  return today <= now ? today : reminderOn(new Date(today.getTime() - dayMs), rule);
};

/** Computed, never stored: is an open loan past its due time? */
export const isOverdue = (takenAt: Date, now: Date, rule: ReminderRule): boolean =>
  now >= dueAt(takenAt, rule);
