import { appendFileSync } from 'node:fs';

/** A few rounds for `npm test`; `npm run test:faults` sets all of them. */
export const rounds = {
  kills: wholeNumber('FAULTS_KILLS', 2),
  drops: wholeNumber('FAULTS_DROPS', 5),
  calls: wholeNumber('FAULTS_CALLS', 600),
  /** The whole run: what takes long or needs rights is tried too. */
  whole: process.env.FAULTS_WHOLE === 'true',
};

function wholeNumber(name: string, fallback: number): number {
  const value = Number(process.env[name] ?? fallback);
  if (!Number.isInteger(value) || value < 1) throw new Error(`${name} must be a whole number`);
  return value;
}

/** The longest outage, asserted only where no other load slows the machine. */
export const serveWithinMs = rounds.whole ? wholeNumber('FAULTS_WITHIN', 5) * 1_000 : Infinity;

/** Far more time than all rounds need, so that only a stuck round fails. */
export const patienceMs = 120_000 + 30_000 * Math.max(rounds.kills, rounds.calls / 500);

export function reportFigure(line: string): void {
  const report = process.env.FAULTS_REPORT;
  if (report) appendFileSync(report, `${line}\n`);
}
