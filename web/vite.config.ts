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
      preserveEntrySignatures: false,
      input: { index: 'index.html', sw: 'src/worker.ts' },
      output: {
        entryFileNames: (file) => (file.name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
        // What every screen needs is one file, and what every table needs another: a phone far away waits for each file.
        codeSplitting: {
          groups: [
            { name: 'base', priority: 5, test: /node_modules|vite|src\/App|lib\/(api|route|storage|load|packages|witness|sha256|sheetNames)|words\/(index|common)|parts\/(Emblem|Later|NotLoaded|PageHeader|RefusalNote|RadioRow|DeviceSettings)/ },
            { name: 'table', priority: 4, test: /(table\/GameTable|screens\/TableScreen|parts\/EventButton)\.svelte|lib\/scrollable/ },
            // What comes together; only what is named, so that nobody fetches one part for a piece of another.
            ...[
              { name: 'board', test: /(table\/(Stage|MiddleZones|RoundResult|RoundScores|ZoneView|ZoneLabel|GroupsPicker|HintBox|BigChoices|ItemView|OwnSeat|SeatChip|SpotButton|GridSums|SortHand)|parts\/(SeatEmblem|Moved))\.svelte|lib\/fit/ },
              { name: 'later', test: /(table\/(EmoteLayer|Emotes|StandIn|Staging|Cheers|AfterRound|Nudge|Nudged|UndoPanel|QuotedRule|PausePanel|Coach|Waiting)|parts\/(ReturnPanels|TableDecor|NewLink|EmotePicture|Wreath))\.svelte|lib\/(scene|staging|push|awake)|words\/waiting/ },
              { name: 'setup', test: /(screens\/(NewTableScreen|LessonScreen|NewSheetScreen)|parts\/(SetUpForm|PaceFields|DecorFields))\.svelte/ },
              { name: 'family', test: /screens\/(HistoryScreen|CircleScreen)\.svelte|src\/history\// },
            ].map((group) => ({ ...group, priority: 3, includeDependenciesRecursively: false })),
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': { target: 'http://localhost:8000', ws: true }, '^/games/': 'http://localhost:8000' } },
  test: { include: ['src/**/*.test.ts'], css: { include: /\?raw/ } },
})
