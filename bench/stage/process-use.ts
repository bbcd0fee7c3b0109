import { existsSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100;

/** Processor time and resident memory of a process, where the system tells of them in `/proc`. */
export type ProcessUse = { cpuSeconds: number; residentMb: number };

export const useOf = (pid: number): ProcessUse => {
  const folder = `/proc/${pid}`;
  if (!existsSync(folder)) return { cpuSeconds: Number.NaN, residentMb: Number.NaN };
  const stat = readFileSync(`${folder}/stat`, 'utf8');
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  const resident = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`${folder}/status`, 'utf8'));
  return {
    cpuSeconds: (user + system) / ticksPerSecond,
    residentMb: Number(resident?.[1] ?? Number.NaN) / 1000,
  };
};
