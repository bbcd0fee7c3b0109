import { parentPort, workerData } from 'node:worker_threads';

// A thread of its own does not know TypeScript yet, whatever started the application. Bundled, the
// application has none.
if (workerData.printer.endsWith('.ts')) {
  const { register } = await import('tsx/esm/api');
  register();
}
const { print } = await import(workerData.printer);
parentPort?.postMessage(await print(workerData.content, workerData.extraFonts));
