/** An iCalendar file as a browser is given it. */
export function calendarFile(...events: string[]) {
  const body = events.map((event) => `BEGIN:VEVENT\n${event}\nEND:VEVENT\n`).join('');
  const text = `BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//test\n${body}END:VCALENDAR\n`;
  const buffer = Buffer.from(text.replaceAll('\n', '\r\n'));
  return { name: 'holidays.ics', mimeType: 'text/calendar', buffer };
}

/** An entry from one day to before another. */
export function wholeDays(uid: string, first: string, end: string, name: string): string {
  const date = (day: string) => day.replaceAll('-', '');
  return `UID:${uid}\nDTSTART;VALUE=DATE:${date(first)}\nDTEND;VALUE=DATE:${date(end)}\nSUMMARY:${name}`;
}
