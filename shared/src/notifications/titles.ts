/** Every title that the server gives to a notification. */
export const notificationTitles = [
  'Key Taken',
  'Key Returned',
  'Key Handed Over by Override',
  'Key Is Back',
  'Key Due Soon',
  'Due Time Moved',
  'Key Recalled',
  'Key Return Reminder',
  'Unreturned Keys Alert',
  'Overdue Keys of Your Department',
  'Overdue Keys Digest',
  'Access Requested',
  'Access Approved',
  'Access Denied',
  'Request Expired',
  'Handover Disputed',
  'Dispute Settled',
  'Duty Begun',
  'Duty Disputed',
  'Security Alert',
  'Registration waiting',
  'Name changed',
  'ID Card Added',
  'ID Cards Removed',
  'Welcome',
  'Audit Log Reduced',
  'Backup Failed',
  'More Messages',
] as const;
export type NotificationTitle = (typeof notificationTitles)[number];

export function isNotificationTitle(title: string): title is NotificationTitle {
  return (notificationTitles as readonly string[]).includes(title);
}
