import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100;

/** Processor time and resident memory of a process; NaN where the system has no `/proc`. */
export type ProcessUsage = { cpuSeconds: number; residentMb: number };

export function processUsage(pid: number): ProcessUsage {
  const stat = statOf(pid);
  if (!stat) return { cpuSeconds: Number.NaN, residentMb: Number.NaN };
  const resident = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return {
    cpuSeconds: stat.ownTicks / ticksPerSecond,
    residentMb: Number(resident?.[1] ?? Number.NaN) / 1000,
  };
}

/** Undefined for a process that has exited, or without `/proc`. */
function statOf(pid: number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15).map(Number);
    return {
      parent: Number(fields[1]),
      ownTicks: user + system,
      endedTicks: endedUser + endedSystem,
    };
  } catch {
    return undefined;
  }
}

export function cpuSecondsWithChildren(pid: number): number {
  const stat = statOf(pid);
  if (!stat) return Number.NaN;
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)))
    .filter((other) => other?.parent === pid);
  const ticks = children.reduce((sum, child) => sum + (child?.ownTicks ?? 0), 0);
  return (stat.ownTicks + stat.endedTicks + ticks) / ticksPerSecond;
}

/** `endedTicks` are those of exited children. */
type Stat = { parent: number; ownTicks: number; endedTicks: number };
