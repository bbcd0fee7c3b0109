/** Which events to show: day bounds as the date fields hold them, '' for any. */
export type AuditFilter = {
  person: { id: string; name: string } | null;
  key: { id: string; keyNumber: string } | null;
  action: string;
  fromDay: string;
  toDay: string;
};

export const anyEvent: AuditFilter = {
  person: null,
  key: null,
  action: '',
  fromDay: '',
  toDay: '',
};

const startOf = (day: string, later = 0): string | undefined => {
  const [year, month, date] = day.split('-').map(Number);
  if (!year || !month || !date) return undefined;
  return new Date(year, month - 1, date + later).toISOString();
};

/** The filter as the server takes it: from the first moment of one day to the last of another. */
export const queryOf = ({ person, key, action, fromDay, toDay }: AuditFilter) => {
  const from = startOf(fromDay);
  const to = startOf(toDay, 1);
  return {
    ...(person && { person: person.id }),
    ...(key && { key: key.id }),
    ...(action && { action }),
    ...(from && { from }),
    ...(to && { to }),
  };
};

/** Whether anything is filtered at all. */
export const isFiltered = (filter: AuditFilter): boolean => Object.keys(queryOf(filter)).length > 0;
