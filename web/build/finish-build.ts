import { resolve } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { compressFiles } from './compress-files.ts';
import { linkScripts } from './link-scripts.ts';
import { writeLoginPage } from './write-login-page.ts';
import { writeServiceWorker } from './write-service-worker.ts';

const web = resolve(import.meta.dirname, '..');

/** The folder of the web application, its output folder, and whether symbolic links are kept. */
export type Build = { root: string; dist: string; preserveSymlinks: boolean };

/** Processes the built files. The order matters: each step includes the output of the one before. */
export function finishBuild(): Plugin {
  let root = '';
  let dist = '';
  let preserveSymlinks = false;
  let written: Rolldown.OutputBundle = {};
  return {
    name: 'keydesk:finish-build',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      root = config.root;
      preserveSymlinks = config.resolve.preserveSymlinks;
      dist = resolve(config.root, config.build.outDir);
    },
    writeBundle(_, bundle) {
      written = bundle;
    },
    async closeBundle(error) {
      // Tests build other pages with the same configuration; they have no sign-in page.
      if (error || root !== web) return;
      await writeLoginPage({ root, dist, preserveSymlinks });
      await linkScripts(dist, written);
      await writeServiceWorker({ root, dist, preserveSymlinks });
      await compressFiles(dist);
    },
  };
}
