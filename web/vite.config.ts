import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defaultClientConditions } from 'vite';
import { defineConfig } from 'vitest/config';
import { shell, WORKER } from './build/shell';

/** In development the pages come from Vite and everything else from a running server. */
const server = process.env['SARSEN_SERVER'] ?? 'http://127.0.0.1:8470';

const SIXTH = 'sixth-game';

export default defineConfig(({ mode }) => ({
  plugins: [svelte(), shell()],
  // `vite build --mode sixth-game` builds a page with the test game: `#games` is then another
  // registry.
  resolve: mode === SIXTH ? { conditions: [SIXTH, ...defaultClientConditions] } : {},
  build: {
    target: 'es2022',
    // Everything is embedded in one binary: inlining small files would only enlarge the first
    // script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: 'index.html', embed: 'embed.html', [WORKER]: 'src/service/worker.ts' },
      output: {
        entryFileNames: ({ name }) => (name === WORKER ? '[name].js' : 'assets/[name]-[hash].js'),
      },
    },
  },
  server: { proxy: { '/api': { target: server, ws: true } } },
  test: { include: ['src/**/*.test.ts', 'tests/**/*.test.ts'] },
}));
