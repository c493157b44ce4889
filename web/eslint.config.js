import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default ts.config(
  {
    ignores: [
      'dist/',
      'dist-sixth/',
      'node_modules/',
      'src/protocol/',
      '{src,tests}/games/*/view.ts',
    ],
  },
  js.configs.recommended,
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: {
      parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig },
    },
  },
  {
    rules: {
      // TypeScript itself knows which names exist.
      'no-undef': 'off',
      // Collections that nothing is drawn from need not be watched; those that are, are replaced whole.
      'svelte/prefer-svelte-reactivity': 'off',
      // Links are plain addresses: there is no framework that could resolve them.
      'svelte/no-navigation-without-resolve': 'off',
    },
  },
);
