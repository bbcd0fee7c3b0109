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

export type Call = {
  kind: CallKind;
  by: string;
  keyIds: readonly string[];
  code?: string | undefined;
  /** The owner of the code, or the person whose role is changed or used. */
  owner?: string | undefined;
  role?: string;
  /** What a rule refuses from then on: the key to everyone, or nothing. */
  rule?: 'deny' | 'none';
  shownLoan?: string | undefined;
  invoked: number;
  /** Infinity for a lost answer. */
  answered: number;
  answer: Answered | null;
};

export type Answered = {
  status: number;
  code: string;
  loan?: string | undefined;
  holder?: string | undefined;
  faults?: readonly string[];
};

export function isOk({ answer }: Call): boolean {
  return answer?.code === 'OK';
}

export function isLost({ answer }: Call): boolean {
  return answer === null;
}
