import type { Operation } from './linearize.ts';

type Step = Operation['step'];

/** A code before it was issued. Other states: living, voided, or used by a desk. */
export const unborn = 'unborn';
const living = 'living';
const voided = 'voided';

const used = (desk: string): string => `used ${desk}`;

export const issues: Step = (state) => (state === unborn ? living : null);

/** The desk's first scan uses it up; every further one of the same desk is answered as well. */
export const uses =
  (desk: string): Step =>
  (state) =>
    state === living || state === used(desk) ? used(desk) : null;

/** A newer code, or another role of its owner, ends a living code and no other. */
export const voids: Step = (state) => (state === living ? voided : state);

export const seesLiving: Step = (state) => (state === living ? state : null);

export const seesVoided: Step = (state) => (state === voided ? state : null);

export const seesUsedByAnother =
  (desk: string): Step =>
  (state) =>
    state.startsWith('used ') && state !== used(desk) ? state : null;
