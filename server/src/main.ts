import { ConfigError, readConfig } from './config.ts';
import type { Running } from './start.ts';
import { findStartupErrors } from './startup-checks.ts';

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

/** The query builder's own message is its statement; what the database said is the cause. */
function reasonOf({ message, cause }: Error): string {
  return cause instanceof Error ? reasonOf(cause) : message;
}

const config = (() => {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (error instanceof ConfigError) return fail(error.message);
    throw error;
  }
})();

/** A process manager kills what has not gone by itself after a while. */
const stopTimeoutMs = config.stopGraceSeconds * 1_000 + 10_000;

let running: Running | undefined;
let stopping = false;

function stop(): void {
  if (stopping) return;
  stopping = true;
  // A half-started process leaves at once: its exit handlers end the database server that it began,
  // and an unfinished migration is rolled back.
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
  const faults = await findStartupErrors(config);
  if (faults.length > 0) fail(faults.join('\n'));
  // To load it takes longest; by then a request to stop is heard.
  const { start } = await import('./start.ts');
  running = await start(config);
  process.stdout.write(`${config.productName} is ready at ${running.address}\n`);
  if (config.isLocal && !config.servesThisMachineAlone)
    process.stdout.write('DEMO_SIGN_IN=open: whoever reaches this address signs in as anybody\n');
} catch (error) {
  fail(`${config.productName} could not start: ${reasonOf(error as Error)}`);
}
