import type { LadderStep } from '@keydesk/shared/due/ladder';

/** The ladder's steps, as every screen calls them. */
export const ladderStepNames: Readonly<Record<LadderStep, string>> = {
  beforeDue: 'Before it is due',
  overdue: 'Key Return Reminder',
  alert: 'Unreturned Keys Alert',
  head: 'Head of the department',
  digest: 'Digest',
};
