import { parentPort } from 'node:worker_threads';

let knowsTypeScript = false;

parentPort?.on('message', async ({ printer, content, settings }) => {
  // A thread of its own does not know TypeScript yet, whatever started the application. Bundled, the
  // application has none.
  if (printer.endsWith('.ts') && !knowsTypeScript) {
    const { register } = await import('tsx/esm/api');
    register();
    knowsTypeScript = true;
  }
  const { print } = await import(printer);
  parentPort?.postMessage(await print(content, settings));
});
