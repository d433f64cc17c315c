import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  base: './', // the house may live under any path
  plugins: [svelte()],
  build: {
    outDir: '../src/koloda/server/client',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false }, // strict CSP: nothing inline
    assetsInlineLimit: 0,
    license: { fileName: 'licences.md' },
  },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:8000', ws: true } } },
  test: { include: ['tests/**/*.test.ts'] },
})
