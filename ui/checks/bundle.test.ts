import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { Rolldown } from 'vite'
import { expect, test } from 'vitest'
import { builtFiles } from './built.ts'

/** Maximum size of the first script, in bytes, for slow processors and slow Wi-Fi. */
const INITIAL_SCRIPT = 100_000
const FONTS = 110_000
/** Maximum number of scripts of a page: each is a request. */
const MAX_SCRIPTS_PER_PAGE = 8

/** CSS features that Chromium 75 (Kindle) lacks and the build doesn't lower. */
const UNKNOWN_CSS: Record<string, RegExp> = {
  '@layer drops its whole block': /@layer/,
  ':has() drops its rule': /:has\(/,
  'flex gap is ignored':
    /{[^}]*display:(inline-)?flex[^}]*;gap:|{[^}]*gap:[^}]*display:(inline-)?flex/,
  'min(), max() and clamp() are unknown': /[:\s,(](min|max|clamp)\(/,
  'aspect-ratio is ignored': /[{;]aspect-ratio:/,
  'dvh is unknown': /\ddvh/,
  'overflow-wrap: anywhere is unknown': /overflow-wrap:anywhere/,
  'inset-inline makes four rules': /inset-inline/,
  'light-dark() is unknown': /light-dark\(/,
}

const files = builtFiles()

const chunks = () => files().filter((file) => file.type === 'chunk')
const assets = (ending: string) =>
  files().flatMap((file) => (file.type === 'asset' && file.fileName.endsWith(ending) ? [file] : []))

/** The chunks with all their static imports. */
function withImports(entries: readonly Rolldown.OutputChunk[]): Rolldown.OutputChunk[] {
  const found = new Set(entries)
  for (const chunk of found) {
    for (const name of chunk.imports) {
      const imported = chunks().find(({ fileName }) => fileName === name)
      if (imported) found.add(imported)
    }
  }
  return [...found]
}

const initial = () => withImports(chunks().filter((chunk) => chunk.isEntry))

const total = (sizes: number[]) => sizes.reduce((sum, size) => sum + size, 0)

test('the first script is small', () => {
  const size = total(initial().map(({ code }) => gzipSync(code).length))
  expect(size).toBeGreaterThan(50_000)
  expect(size).toBeLessThanOrEqual(INITIAL_SCRIPT)
})

test('every page comes in few scripts', () => {
  const pages = chunks().filter((chunk) => chunk.isDynamicEntry)
  expect(pages.length).toBeGreaterThan(30)
  const scripts = pages.map((page) => ({
    page: page.name,
    scripts: new Set([...initial(), ...withImports([page])]).size,
  }))
  expect(scripts.filter(({ scripts }) => scripts > MAX_SCRIPTS_PER_PAGE)).toEqual([])
})

test('the server knows the scripts of each page that it names', () => {
  const map = readFileSync(new URL('../../src/http/pages/site_map.rs', import.meta.url), 'utf8')
  const named = [...map.matchAll(/\.drawn_by\(&\[([^\]]+)\]/g)].flatMap(([, names = '']) =>
    [...names.matchAll(/"(\w+)"/g)].map(([, name = '']) => name),
  )
  const scripts: Record<string, string[]> = JSON.parse(
    String(assets('page-scripts.json')[0]?.source),
  )
  expect(named.length).toBeGreaterThan(40)
  expect(named.filter((name) => !scripts[name]?.length)).toEqual([])
})

test('the service worker knows every built file', () => {
  const worker = String(assets('service-worker.js')[0]?.source)
  const names = files().flatMap(({ fileName }) => fileName.match(/^assets\/(.+)/)?.[1] ?? [])
  expect(names.some((name) => name.endsWith('.css'))).toBe(true)
  expect(names.filter((name) => !worker.includes(JSON.stringify(name)))).toEqual([])
})

test('all fonts together are small', () => {
  expect(assets('.woff2').length).toBeGreaterThan(0)
  expect(total(assets('.woff2').map(({ source }) => source.length))).toBeLessThanOrEqual(FONTS)
})

const styles = () =>
  assets('.css')
    .map(({ source }) => String(source))
    .join('\n')

test.each(Object.entries(UNKNOWN_CSS))('styles for Chromium 75: %s', (_why, pattern) => {
  expect(styles().length).toBeGreaterThan(1000)
  expect(styles().match(pattern)?.[0]).toBeUndefined()
})

/**
 * Of `var(--light, #fff)var(--dark, #000)` the property set to `initial` falls back to its colour,
 * and the one set to a space to nothing.
 */
test('both themes work without light-dark()', () => {
  const DARK = /--lightningcss-light: ;--lightningcss-dark:initial/
  const rule = (selector: string) => styles().split(`${selector}{`)[1]?.split('}')[0] ?? ''
  expect(rule(':root')).toMatch(
    /--page:var\(--lightningcss-light,#\w+\)\s?var\(--lightningcss-dark,/,
  )
  expect(rule('@media (prefers-color-scheme:dark){:root')).toMatch(DARK)
  expect(rule(':root[data-theme=dark]')).toMatch(DARK)
  for (const light of [':root', ':root[data-theme=light]', ':root[data-display=paper]']) {
    expect(rule(light)).toMatch(/--lightningcss-light:initial;--lightningcss-dark: /)
  }
})

test('the style guide stays with those who build', () => {
  const all = files().map((file) => `${file.fileName} ${file.type === 'chunk' ? file.code : ''}`)
  expect(all.filter((text) => /styleguide|style guide/i.test(text))).toEqual([])
  expect(styles()).not.toMatch(/specimen|swatch/)
})

test('the page needs no inline script or style', () => {
  const page = String(assets('index.html')[0]?.source)
  expect(page).toContain('<html lang="en">')
  expect(page).not.toMatch(/<style|style="|<script(?![^>]*\ssrc=)/)
})

test('the authors of fonts and libraries are named', () => {
  const notices = String(assets('licences.txt')[0]?.source)
  for (const name of ['@fontsource/literata', 'react-dom', 'scheduler', 'wouter']) {
    expect(notices).toContain(`${name} `)
  }
  expect(notices).toContain('SIL OPEN FONT LICENSE')
})

test('what computes draws comes with their page alone', () => {
  const hashes = chunks().filter(({ moduleIds }) => moduleIds.some((id) => id.includes('@noble')))
  expect(hashes.map(({ name }) => name)).toEqual(['DrawsPage'])
  expect(initial().some(({ code }) => code.includes('hexkey'))).toBe(false)
})
