import type { IncomingMessage } from 'node:http'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { compress } from './build/compress.ts'
import { licences } from './build/licences.ts'
import { pageScripts } from './build/page-scripts.ts'
import { prerendered } from './build/prerendered.ts'
import { serviceWorker } from './build/service-worker.ts'

/** Kindle's browser is Chromium 75; everything newer reads the same bundle. */
const BROWSERS = ['chrome75', 'safari15', 'firefox102']

/** Pages and calls share names (`/signin`), so the method tells them apart. */
const isCall = ({ method, url = '' }: IncomingMessage) =>
  method !== 'GET' || /^\/(api|media|assets\/forms)\//.test(url)

/**
 * Chunks besides the pages. On a slow network each request costs as much as some kilobytes: what
 * three pages share comes as one, and so do small modules that two share.
 */
const CHUNKS = [
  { name: 'first', tags: ['$initial' as const], priority: 4 },
  // The pages that readers open from the home page, which are fetched while it is read.
  { name: 'entrance', test: /\/(SignInPage|LibraryPage|BeginPage)\./, priority: 2 },
  {
    name: 'shared',
    test: /\/(QueryProvider|query-client|SettingsLink|RoleLinks|roles)\./,
    priority: 2,
  },
  { name: 'illustrations', test: /\/(FromPageToBook|journey)\./, priority: 3 },
  { name: 'shared', minShareCount: 3, priority: 1 },
  { name: 'shared', minShareCount: 2, maxModuleSize: 1_700 },
]

export default defineConfig({
  plugins: [react(), pageScripts(), licences(), prerendered(), serviceWorker(), compress()],
  build: {
    target: BROWSERS,
    cssTarget: BROWSERS,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // All styles together are smaller than the requests that splitting them costs.
    cssCodeSplit: false,
    rollupOptions: {
      output: {
        // The first script lists every other one by name: seven letters tell two versions apart as well as eight.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: { groups: CHUNKS },
      },
    },
  },
  experimental: {
    // Scripts and styles find each other wherever the server stands on its host; the page's own links are its to complete.
    renderBuiltUrl: (_file, { hostType }) => (hostType === 'html' ? undefined : { relative: true }),
  },
  server: {
    proxy: {
      '^/': {
        target: process.env.SERVER ?? 'http://127.0.0.1:8080',
        bypass: (request) => (isCall(request) ? undefined : request.url),
      },
    },
  },
  test: {
    // Both of a small machine's processors; one would be left for whoever watches.
    maxWorkers: '100%',
    projects: [
      {
        extends: true,
        test: {
          name: 'interface',
          environment: 'happy-dom',
          // Longer than a test waits for one thing to be shown: what was missing is then said.
          testTimeout: 20_000,
          setupFiles: ['src/testing/setup.ts'],
          include: ['src/**/*.test.{ts,tsx}'],
        },
      },
      {
        extends: true,
        test: {
          name: 'checks',
          environment: 'node',
          testTimeout: 20_000,
          include: ['checks/*.test.ts'],
        },
      },
    ],
  },
})
