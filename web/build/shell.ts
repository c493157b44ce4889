/** Tells the service worker which files the page is made of. */

import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';

/** The entry of the service worker, and the name that it has in every version: its address must not change. */
export const WORKER = 'sw';

/** Files of `public/` that the page shows without a connection. */
const PUBLIC = ['/stone.svg', '/manifest.webmanifest', '/icons/192.png'];

/**
 * Puts the names of all built files into the service worker. A change of any of them makes another worker, which is how
 * browsers notice a new version.
 */
export function shell(): Plugin {
  return {
    name: 'sarsen-shell',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const worker = Object.values(bundle).find((file) => file.fileName === `${WORKER}.js`);
        if (worker?.type !== 'chunk') throw new Error('the build has no service worker');
        const files = Object.values(bundle).filter((file) => file.fileName.startsWith('assets/'));
        const names = files.map((file) => `/${file.fileName}`).sort();
        const page = bundle['index.html'];
        const html = page?.type === 'asset' ? page.source : '';
        const version = createHash('sha256').update(names.join()).update(html).digest('hex');
        const values = {
          SHELL_FILES: JSON.stringify(['/', ...PUBLIC, ...names]),
          SHELL_VERSION: JSON.stringify(version.slice(0, 16)),
        };
        for (const [name, value] of Object.entries(values)) {
          if (!worker.code.includes(name)) throw new Error(`the service worker has no ${name}`);
          worker.code = worker.code.replaceAll(name, value);
        }
      },
    },
  };
}
