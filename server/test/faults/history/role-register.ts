import type { Operation } from './linearize.ts';

type Step = Operation['step'];

/** The role in which everybody begins who may be given another. */
export const faculty = 'faculty';

export const becomes =
  (role: string): Step =>
  () =>
    role;

export const seesFaculty: Step = (state) => (state === faculty ? state : null);

export const seesDesk: Step = (state) => (state === faculty ? null : state);
