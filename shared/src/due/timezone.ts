const abbreviation = /^(?!UTC|GMT)[A-Z]{3}$/i;

/**
 * Whether this is the name of a time zone such as Asia/Kolkata. Offsets such as +05:30 are not, nor are
 * abbreviations other than UTC and GMT: BST is British to people and Asia/Dhaka to Intl.
 */
export function isTimezone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name) || abbreviation.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
