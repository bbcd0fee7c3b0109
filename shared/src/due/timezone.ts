/**
 * Whether this is the name of a time zone such as Asia/Kolkata, or UTC. Offsets such as +05:30 are not,
 * nor are abbreviations: BST is British to people and Asia/Dhaka to Intl.
 */
export function isTimezone(name: string): boolean {
  if (!/^(UTC$|[A-Za-z_]+\/)/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
