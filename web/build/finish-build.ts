import { resolve } from 'node:path';
import type { Plugin } from 'vite';
import { compressFiles } from './compress-files.ts';
import { writeLoginPage } from './write-login-page.ts';
import { writeServiceWorker } from './write-service-worker.ts';

const web = resolve(import.meta.dirname, '..');

/** What is made of the built files, in this order: each step takes in what the one before has left. */
export const finishBuild = (): Plugin => {
  let root = '';
  let dist = '';
  return {
    name: 'keydesk:finish-build',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      root = config.root;
      dist = resolve(config.root, config.build.outDir);
    },
    async closeBundle(error) {
      // Another page may be built by the same rules; it has no sign-in page to finish.
      if (error || root !== web) return;
      await writeLoginPage(root, dist);
      await writeServiceWorker(root, dist);
      await compressFiles(dist);
    },
  };
};
