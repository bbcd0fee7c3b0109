import type { AuditEntry } from '@keydesk/shared/audit/audit.routes';

/** A kind of event in words: `sign-in-failed` is 'Sign in failed'. */
export const actionText = (action: string): string => {
  const words = action.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const plain = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);

/** Method, reason and further details of an event, each as a line. */
export const detailsOf = ({ method, reason, details }: AuditEntry): string[] => [
  ...(method ? [`Method: ${method}`] : []),
  ...(reason ? [`Reason: ${reason}`] : []),
  ...(typeof details === 'object' && details !== null
    ? Object.entries(details).map(([name, value]) => `${name}: ${plain(value)}`)
    : []),
];
