import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

export type Child<Order, Answer> = {
  pid: number;
  ask(order: Order): Promise<Answer>;
  end(): Promise<void>;
};

export async function startChild<Order, Answer>(
  program: URL,
  ...args: readonly string[]
): Promise<Child<Order, Answer>> {
  const child = fork(program, args, {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  await nextMessage(child);
  return {
    pid: child.pid ?? 0,
    ask(order) {
      child.send(order as object);
      return nextMessage<Answer>(child);
    },
    async end() {
      process.off('exit', kill);
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

/** Rejects if the child exits first. */
function nextMessage<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const answered = (message: unknown): void => {
      child.off('exit', gone);
      resolve(message as T);
    };
    const gone = (code: number | null): void => {
      child.off('message', answered);
      reject(new Error(`${child.spawnargs.join(' ')} ended with ${code}`));
    };
    child.once('message', answered).once('exit', gone);
  });
}

/** In a child: reports readiness, and answers each message with the result of `handle`. */
export function serveParent<Order, Answer>(handle: (order: Order) => Promise<Answer>): void {
  process.on('message', (order: Order) => {
    handle(order).then(
      (answer) => process.send?.(answer as object),
      (error: Error) => {
        process.stderr.write(`${error.stack}\n`);
        process.exit(1);
      },
    );
  });
  process.once('disconnect', () => process.exit());
  process.send?.('ready');
}
