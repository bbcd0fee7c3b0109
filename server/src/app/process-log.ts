import { hostname } from 'node:os';

type Level = 'info' | 'warn' | 'error';

/** As in the lines that the server itself logs. */
const levels = { info: 30, warn: 40, error: 50 };

/** A trial runs in a terminal and logs plain text. */
const isTrial = ['', 'local'].includes(process.env.KEYDESK_ENV?.trim() ?? '');

/**
 * Logs what a process reports outside the server: at its start and end, about its database. In dev
 * and pro each line is JSON with a time, like every other line of the log.
 */
export function logProcess(level: Level, message: string, fields: object = {}): void {
  const stream = level === 'info' ? process.stdout : process.stderr;
  for (const msg of message.split('\n'))
    stream.write(`${isTrial ? msg : JSON.stringify(lineOf(level, msg, fields))}\n`);
}

function lineOf(level: Level, msg: string, fields: object) {
  return {
    level: levels[level],
    time: Date.now(),
    pid: process.pid,
    hostname: hostname(),
    ...fields,
    msg,
  };
}

/** Node would print its warnings and the final error in its own format. */
export function logWhatNodeSays(): void {
  if (isTrial) return;
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message }) => logProcess('warn', `${name}: ${message}`));
  process.on('uncaughtException', (error: Error) => {
    const { name, message, stack } = error;
    logProcess('error', 'the process ends', { err: { type: name, message, stack } });
    process.exit(1);
  });
}
