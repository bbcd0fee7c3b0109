import type { AuditEntry } from '@keydesk/shared/core/audit';
import { joinedText } from '@keydesk/shared/core/formats';
import { capitalized } from '@keydesk/shared/core/text';
import { t } from '@keydesk/shared/texts/en/audit';
import { t as actionText } from '@keydesk/shared/texts/en/audit-actions';
import { t as fieldText } from '@keydesk/shared/texts/en/fields';
import { formatDateTime } from '../../../lib/format.ts';

/** The log keeps actions that this version no longer has: they are named by their code. */
export function actionLabel(action: string): string {
  return actionText.has(action) ? actionText(action) : capitalized(action.replaceAll('-', ' '));
}

export function eventDetails({ method, reason, details }: AuditEntry): string[] {
  return [
    ...(method ? [t('method', { method })] : []),
    ...(reason ? [t('reason', { reason })] : []),
    ...(isRecord(details) ? describeDetails(details) : []),
  ];
}

/** Splits a text into 24-digit ids and the text between them. */
export function splitAtIds(text: string): string[] {
  return text.split(/\b([0-9a-f]{24})\b/).filter(Boolean);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function describeDetails({ before, after, ...rest }: Record<string, unknown>): string[] {
  return [
    ...(isRecord(before) && isRecord(after)
      ? describeChanges(before, after)
      : flattenRecord({
          ...(before !== undefined && { before }),
          ...(after !== undefined && { after }),
        }).map(([path, value]) => `${fieldLabel(path)}: ${formatValue(value)}`)),
    ...flattenRecord(rest).map(([path, value]) => `${fieldLabel(path)}: ${formatValue(value)}`),
  ];
}

function describeChanges(previous: Record<string, unknown>, next: Record<string, unknown>) {
  const values = new Map(flattenRecord(previous));
  return flattenRecord(next)
    .map(([path, value]) => ({
      path,
      before: formatValue(values.get(path)),
      after: formatValue(value),
    }))
    .filter(({ before, after }) => before !== after)
    .map(({ path, ...change }) => `${fieldLabel(path)}: ${fieldText('becomes', change)}`);
}

/** Every value within `record`, however deep, under its dotted path. */
function flattenRecord(
  record: Record<string, unknown>,
  path = '',
): [path: string, value: unknown][] {
  return Object.entries(record).flatMap(([name, value]): [string, unknown][] =>
    isRecord(value) ? flattenRecord(value, `${path}${name}.`) : [[`${path}${name}`, value]],
  );
}

/** Lists by item, records by field, checksums by their first characters. */
function formatValue(value: unknown): string {
  if (value === undefined || value === null || value === '') return t('none');
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
  if (Array.isArray(value)) return joinedText(value.map(formatValue), 'semicolon') || t('none');
  if (isRecord(value))
    return joinedText(
      flattenRecord(value).map(
        ([path, field]) => `${fieldLabel(path).toLowerCase()} ${formatValue(field)}`,
      ),
    );
  const text = String(value);
  if (instantPattern.test(text)) return formatDateTime(text);
  return checksumPattern.test(text) ? `${text.slice(0, 12)}…` : text;
}

const checksumPattern = /^[0-9a-f]{64}$/;
const instantPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/;

/** `sessionSettings.sessionTimeout` becomes 'Session settings, session timeout'. */
function fieldLabel(path: string): string {
  return capitalized(
    path.replaceAll('.', ', ').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
  );
}
