import { runBackup, runRestore } from '../backup/commands.ts';
import { runCheck } from '../check/check.ts';
import { runAdmin } from './admin.ts';

/** Where a command was called, and with what. */
export type Invocation = { args: string[]; folder: string };

const commands = { backup: runBackup, restore: runRestore, admin: runAdmin, check: runCheck };

/**
 * Runs one command to its end, and the process with it; a failure is one message and exit code 1.
 * Whatever is still open or at work by then keeps nobody waiting for the command.
 */
export async function runCommand(
  name: keyof typeof commands,
  invocation: Invocation,
): Promise<never> {
  // Leaving by `exit` ends a database server that was started for this command.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  try {
    const lines = await commands[name](invocation);
    process.stdout.write(`${lines}\n`);
  } catch (error) {
    process.stderr.write(`${name} failed: ${(error as Error).message}\n`);
    process.exit(1);
  }
  process.exit(0);
}
