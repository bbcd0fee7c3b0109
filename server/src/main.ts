import { ConfigError, readConfig } from './config.ts';
import type { Running } from './start.ts';

const fail = (message: string): never => {
  process.stderr.write(`${message}\n`);
  process.exit(1);
};

const config = (() => {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (error instanceof ConfigError) return fail(error.message);
    throw error;
  }
})();

/** A process manager kills what has not gone by itself after a while. */
const longestStopMs = 10_000;

let running: Running | undefined;
let stopping = false;
const stop = (): void => {
  if (stopping) return;
  stopping = true;
  // A half-started process leaves at once: its exit handlers end the database server that it began,
  // and an unfinished migration is rolled back.
  if (!running) process.exit(0);
  setTimeout(() => fail('Could not stop in time'), longestStopMs).unref();
  running.stop().then(
    () => process.exit(0),
    (error: Error) => fail(`Could not stop cleanly: ${error.message}`),
  );
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);

try {
  // To load it takes longest; by then a request to stop is heard.
  const { start } = await import('./start.ts');
  running = await start(config);
  process.stdout.write(`${config.productName} is ready at ${running.address}\n`);
} catch (error) {
  fail(`${config.productName} could not start: ${(error as Error).message}`);
}
