import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

/** A program of the bench in a process of its own, with which it exchanges messages. */
export type Child<Order, Answer> = {
  pid: number;
  ask(order: Order): Promise<Answer>;
  end(): Promise<void>;
};

const nextMessage = async <T>(child: ChildProcess): Promise<T> => {
  const told = once(child, 'message').then(([message]) => message as T);
  const gone = once(child, 'exit').then(([code]) => {
    throw new Error(`${child.spawnfile} ended with ${code}`);
  });
  return Promise.race([told, gone]);
};

/** Starts `program` and resolves once it says that it is ready. */
export const startChild = async <Order, Answer>(
  program: URL,
  ...args: readonly string[]
): Promise<Child<Order, Answer>> => {
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
      if (child.exitCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
};

/** In a child: says that it is ready, and answers each order with what `carryOut` makes of it. */
export const serveParent = <Order, Answer>(carryOut: (order: Order) => Promise<Answer>): void => {
  process.on('message', (order: Order) => {
    carryOut(order).then(
      (answer) => process.send?.(answer as object),
      (error: Error) => {
        process.stderr.write(`${error.stack}\n`);
        process.exit(1);
      },
    );
  });
  process.once('disconnect', () => process.exit());
  process.send?.('ready');
};
