import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';

const askAgainMs = 50;

/** Has a process of Node collect its garbage, and says what is left. */
export type Heap = { keptMb(): Promise<number>; close(): void };

/** The variable that lets `openHeap` in at this port. */
export function inspectorEnvironment(port: number) {
  return {
    NODE_OPTIONS: `--inspect=127.0.0.1:${port} --inspect-publish-uid=http`,
  };
}

export async function openHeap(port: number): Promise<Heap> {
  const socket = new WebSocket(await findTarget(port));
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  let calls = 0;
  const call = (method: string) =>
    new Promise<{ usedSize: number }>((resolve) => {
      const id = ++calls;
      const hear = (data: Buffer): void => {
        const message = JSON.parse(data.toString()) as { id: number; result: { usedSize: number } };
        if (message.id !== id) return;
        socket.off('message', hear);
        resolve(message.result);
      };
      socket.on('message', hear);
      socket.send(JSON.stringify({ id, method }));
    });
  return {
    async keptMb() {
      await call('HeapProfiler.collectGarbage');
      return (await call('Runtime.getHeapUsage')).usedSize / 1e6;
    },
    close: () => socket.close(),
  };
}

async function findTarget(port: number): Promise<string> {
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/json/list`).catch(() => null);
    const [target] = answer ? ((await answer.json()) as { webSocketDebuggerUrl: string }[]) : [];
    if (target) return target.webSocketDebuggerUrl;
    await pause(askAgainMs);
  }
}
