/** Lengths of time in milliseconds. A day of a calendar may be shorter or longer: see local-time. */
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
