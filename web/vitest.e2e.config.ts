import { defineConfig } from 'vitest/config';

const PICTURES = process.env['SARSEN_PICTURES'] === '1';
/** The test game has its own program and page. */
const SIXTH = process.env['SARSEN_SIXTH'] === '1';
/** Tests that measure wall-clock time run alone, after all others. */
const ALONE = SIXTH ? ['e2e/sixth.ts'] : PICTURES ? ['e2e/pictures.ts'] : ['e2e/speed.e2e.ts'];
/** What is asked again and again has as long as whatever else a page is waited for. */
const PATIENCE = {
  testTimeout: 240_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 20_000 } },
};

/** Tests in a real browser against the real program; `SARSEN_BIN` says where it is. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...PATIENCE,
          name: 'alone',
          include: ALONE,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...PATIENCE,
          name: 'two at a time',
          include: PICTURES || SIXTH ? [] : ['e2e/*.e2e.ts'],
          exclude: ALONE,
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
    ],
  },
});
