import { svelte } from '@sveltejs/vite-plugin-svelte'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

/** Tells the worker which files the build made; letters that few families need are fetched when they are seen. */
const shell: Plugin = {
  name: 'shell',
  generateBundle(_, bundle) {
    const files = Object.keys(bundle).filter((name) => name.startsWith('assets/') && !/-(accents|latin-ext|vietnamese)-/.test(name))
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
    // Everything is a separate file, because the server's content policy allows no inline scripts or data fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: 'index.html', sw: 'src/worker.ts' },
      output: {
        entryFileNames: (file) => (file.name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
        // What every screen needs is one file, and what every table needs another: a phone far away waits for each file.
        codeSplitting: {
          groups: [
            { name: 'base', priority: 2, test: /node_modules|vite|src\/App|lib\/(api|route|storage|load|packages|witness|sha256|sheetNames)|words\/(index|common)|parts\/(Later|NotLoaded|PageHeader|RefusalNote|RadioRow|DeviceSettings)/ },
            { name: 'table', priority: 1, test: /(table\/GameTable|screens\/TableScreen|parts\/EventButton)\.svelte|lib\/scrollable/ },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': { target: 'http://localhost:8000', ws: true }, '^/games/': 'http://localhost:8000' } },
  test: { include: ['src/**/*.test.ts'], css: { include: /\?raw/ } },
})
