import { resolve } from 'node:path';
import type { Plugin } from 'vite';
import { compressFiles } from './compress-files.ts';
import { writeLoginPage } from './write-login-page.ts';
import { writeServiceWorker } from './write-service-worker.ts';

const web = resolve(import.meta.dirname, '..');

/** The web's folder, where it is built into, and whether links stay links in doing so. */
export type Build = { root: string; dist: string; preserveSymlinks: boolean };

/** What is made of the built files, in this order: each step takes in what the one before has left. */
export function finishBuild(): Plugin {
  let root = '';
  let dist = '';
  let preserveSymlinks = false;
  return {
    name: 'keydesk:finish-build',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      root = config.root;
      preserveSymlinks = config.resolve.preserveSymlinks;
      dist = resolve(config.root, config.build.outDir);
    },
    async closeBundle(error) {
      // Another page may be built by the same rules; it has no sign-in page to finish.
      if (error || root !== web) return;
      await writeLoginPage({ root, dist, preserveSymlinks });
      await writeServiceWorker({ root, dist, preserveSymlinks });
      await compressFiles(dist);
    },
  };
}
