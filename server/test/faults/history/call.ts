/** What a client asked for. */
type CallKind =
  | 'read'
  | 'issue-request'
  | 'issue-return'
  | 'issue-batch'
  | 'scan-request'
  | 'scan-return'
  | 'scan-batch'
  | 'take'
  | 'collect'
  | 'delete'
  | 'create'
  | 'change-role'
  | 'change-rule';

/** One call: who asked for what when, and what was answered. */
export type Call = {
  kind: CallKind;
  by: string;
  keyIds: readonly string[];
  /** The code that was issued or scanned. */
  code?: string | undefined;
  /** Whose code is issued or scanned, or whose role is changed or tried. */
  owner?: string | undefined;
  role?: string;
  /** What a rule refuses from then on: the key to everybody, or nothing. */
  rule?: 'deny' | 'none';
  shownLoan?: string | undefined;
  invoked: number;
  /** Infinity when the answer was lost. */
  answered: number;
  answer: Answered | null;
};

/** What an answer said. */
export type Answered = {
  status: number;
  /** The refusal, or OK. */
  code: string;
  loan?: string | undefined;
  holder?: string | undefined;
  /** The keys that a refused batch names. */
  faults?: readonly string[];
};

export function isOk({ answer }: Call): boolean {
  return answer?.code === 'OK';
}

export function isLost({ answer }: Call): boolean {
  return answer === null;
}
