import { defineConfig } from 'vitest/config';

/** Tests in a real browser against the real program; `SARSEN_BIN` says where it is. */
export default defineConfig({
  test: {
    include: process.env['SARSEN_PICTURES'] === '1' ? ['e2e/pictures.ts'] : ['e2e/*.e2e.ts'],
    testTimeout: 240_000,
    hookTimeout: 60_000,
    // One browser at a time: the machine shall not be the reason that something is late.
    fileParallelism: false,
  },
});
