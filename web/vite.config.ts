import { svelte } from '@sveltejs/vite-plugin-svelte'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

/** Tells the worker which files the build has made. */
const shell: Plugin = {
  name: 'shell',
  generateBundle(_, bundle) {
    const files = Object.keys(bundle).filter((name) => name.startsWith('assets/'))
    const worker = bundle['sw.js']
    if (worker?.type === 'chunk') worker.code = `const SHELL=${JSON.stringify(files.map((name) => `/${name}`))};${worker.code}`
  },
}

export default defineConfig({
  plugins: [svelte(), shell],
  build: {
    outDir: '../src/parlour/server/page',
    emptyOutDir: true,
    manifest: true,
    // Everything is a file of its own: the server's content policy allows no inline scripts or data fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: 'index.html', sw: 'src/worker.ts' },
      output: { entryFileNames: (file) => (file.name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js') },
    },
  },
  server: { proxy: { '/api': { target: 'http://localhost:8000', ws: true } } },
  test: { include: ['src/**/*.test.ts'] },
})
