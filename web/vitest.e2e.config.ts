import { defineConfig } from 'vitest/config';

const PICTURES = process.env['SARSEN_PICTURES'] === '1';
/** The game of the tests has a program and a page of its own. */
const SIXTH = process.env['SARSEN_SIXTH'] === '1';
/** What measures time by the clock on the wall has the machine to itself, when all else is done. */
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
