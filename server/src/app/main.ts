import { ConfigError, readConfig } from '../config/config.ts';
import { describeHeld } from '../core/messages/held-messages.ts';
import { findStartupErrors } from '../ops/startup-checks.ts';
import { logProcess, logWhatNodeSays } from './process-log.ts';
import type { Running } from './start.ts';

function fail(message: string): never {
  logProcess('error', message);
  process.exit(1);
}

/** The query builder's own message is its SQL statement; the database's message is in the cause. */
function rootMessage({ message, cause }: Error): string {
  return cause instanceof Error ? rootMessage(cause) : message;
}

logWhatNodeSays();

const config = (() => {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (error instanceof ConfigError) return fail(error.message);
    throw error;
  }
})();

/** A process manager kills a process that does not exit after a while. */
const stopTimeoutMs = config.stopGraceSeconds * 1_000 + 10_000;

let running: Running | undefined;
let stopping = false;

function stop(): void {
  if (stopping) return;
  stopping = true;
  // A process that is still starting exits at once: its exit handlers stop the database server it
  // started, and an unfinished migration is rolled back.
  if (!running) process.exit(0);
  setTimeout(() => fail('Could not stop in time'), stopTimeoutMs).unref();
  running.stop().then(
    () => process.exit(0),
    (error: Error) => fail(`Could not stop cleanly: ${error.message}`),
  );
}

process.on('SIGINT', stop);
process.on('SIGTERM', stop);

try {
  const errors = await findStartupErrors(config);
  if (errors.length > 0) fail(errors.join('\n'));
  // Loaded late because it takes longest: signals to stop are already handled by then.
  const { start } = await import('./start.ts');
  running = await start(config);
  const { productName, version } = config;
  logProcess('info', `${productName} is ready at ${running.address}`, { version });
  if (running.held) logProcess('info', describeHeld(running.held));
  if (config.isLocal && !config.servesThisMachineAlone)
    logProcess('info', 'DEMO_SIGN_IN=open: anyone who reaches this address signs in as any person');
} catch (error) {
  fail(`${config.productName} could not start: ${rootMessage(error as Error)}`);
}
