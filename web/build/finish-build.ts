import { resolve } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { compressFiles } from './compress-files.ts';
import { linkScripts } from './link-scripts.ts';
import { writeLoginPage } from './write-login-page.ts';
import { writeServiceWorker } from './write-service-worker.ts';

const web = resolve(import.meta.dirname, '..');

/** The root folder, the output folder, and whether symbolic links are preserved. */
export type Build = { root: string; dist: string; preserveSymlinks: boolean };

/** Processes the built files in order: each step needs the output of the one before. */
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
      // Tests build other pages with this configuration; those have no sign-in page.
      if (error || root !== web) return;
      await writeLoginPage({ root, dist, preserveSymlinks });
      await linkScripts(dist, written);
      await writeServiceWorker({ root, dist, preserveSymlinks });
      await compressFiles(dist);
    },
  };
}
