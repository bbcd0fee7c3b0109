/** Which events to show: day bounds as the date fields hold them, '' for any. */
export type AuditFilter = {
  person: { id: string; name: string } | null;
  key: { id: string; keyNumber: string } | null;
  action: string;
  fromDay: string;
  toDay: string;
};

export const emptyAuditFilter: AuditFilter = {
  person: null,
  key: null,
  action: '',
  fromDay: '',
  toDay: '',
};

/** The filter as the server takes it: from the first moment of one day to the last of another. */
export function toAuditQuery({ person, key, action, fromDay, toDay }: AuditFilter) {
  const from = startOfDay(fromDay);
  const to = startOfDay(toDay, 1);
  return {
    ...(person && { person: person.id }),
    ...(key && { key: key.id }),
    ...(action && { action }),
    ...(from && { from }),
    ...(to && { to }),
  };
}

function startOfDay(day: string, later = 0): string | undefined {
  const [year, month, date] = day.split('-').map(Number);
  if (!year || !month || !date) return undefined;
  return new Date(year, month - 1, date + later).toISOString();
}

/** Whether anything is filtered at all. */
export function isFiltered(filter: AuditFilter): boolean {
  return Object.keys(toAuditQuery(filter)).length > 0;
}
