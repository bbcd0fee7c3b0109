import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { root } from './root.mjs';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a program; resolves to whether it succeeded. A signal to this process ends the program
 * first, so that nothing is left running.
 */
export async function run(command, args, options = {}) {
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    ...options,
  });
  let interruption;
  const pass = (signal) => {
    interruption = signal;
    child.kill(signal);
  };
  for (const signal of signals) process.on(signal, pass);
  const code = await new Promise((resolve) => child.once('error', resolve).once('close', resolve));
  for (const signal of signals) process.off(signal, pass);
  if (interruption) process.exit(128 + constants.signals[interruption]);
  return code === 0;
}
