import type { AuditEntry } from '@keydesk/shared/audit/audit.routes';

const capitalised = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** A kind of event in words: `sign-in-failed` is 'Sign in failed'. */
export const actionText = (action: string): string => capitalised(action.replaceAll('-', ' '));

/** A field in words: `sessionSettings.sessionTimeout` is 'Session settings, session timeout'. */
const fieldText = (path: string): string =>
  capitalised(
    path.replaceAll('.', ', ').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
  );

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const plain = (value: unknown): string =>
  value === undefined || value === null || value === ''
    ? 'none'
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value);

/** Every value within `record`, however deep, under its dotted path. */
const leavesOf = (record: Record<string, unknown>, path = ''): [path: string, value: unknown][] =>
  Object.entries(record).flatMap(([name, value]): [string, unknown][] =>
    isRecord(value) ? leavesOf(value, `${path}${name}.`) : [[`${path}${name}`, value]],
  );

const changesBetween = (before: Record<string, unknown>, after: Record<string, unknown>) => {
  const was = new Map(leavesOf(before));
  return leavesOf(after)
    .filter(([path, value]) => plain(was.get(path)) !== plain(value))
    .map(([path, value]) => `${fieldText(path)}: ${plain(was.get(path))} → ${plain(value)}`);
};

/** What changed from `before` to `after`, and everything else that is told. */
const toldBy = ({ before, after, ...rest }: Record<string, unknown>): string[] => [
  ...(isRecord(before) && isRecord(after)
    ? changesBetween(before, after)
    : leavesOf({
        ...(before !== undefined && { before }),
        ...(after !== undefined && { after }),
      }).map(([path, value]) => `${fieldText(path)}: ${plain(value)}`)),
  ...leavesOf(rest).map(([path, value]) => `${fieldText(path)}: ${plain(value)}`),
];

/** Method, reason and further details of an event, each as a line. */
export const detailsOf = ({ method, reason, details }: AuditEntry): string[] => [
  ...(method ? [`Method: ${method}`] : []),
  ...(reason ? [`Reason: ${reason}`] : []),
  ...(isRecord(details) ? toldBy(details) : []),
];
