/** For what a rule holds, the narrowest first: that is the order in which rules are looked up. */
export const dueScopes = ['person', 'key', 'category', 'department', 'campus'] as const;
export type DueScope = (typeof dueScopes)[number];

export const dueKinds = ['closing', 'after', 'days', 'open'] as const;
export type DueKind = (typeof dueKinds)[number];

/** What decides when a key is due. */
export type DueRule = {
  id: string;
  scope: DueScope;
  /** The code or id of what it is for; null for the campus. */
  scopeId: string | null;
  kind: DueKind;
  /** Minutes of `after`, open days of `days`. */
  amount: number | null;
  /** It only shortens what another rule gives. */
  ceiling: boolean;
  /** How often a holder may extend the loan, and by how many minutes. */
  extensions: number;
  extendMinutes: number;
  /** From how many minutes after its due time a key is overdue. */
  graceMinutes: number;
  note: string;
};
