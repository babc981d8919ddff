import { readdirSync, readFileSync } from 'node:fs'
import { join, posix, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const SOURCE = fileURLToPath(new URL('../src', import.meta.url))

interface Source {
  path: string
  text: string
}

const sources: Source[] = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(ts|tsx|css)$/.test(path) && path !== join('api', 'schema.ts'))
  .map((path) => ({
    path: relative('.', path),
    text: readFileSync(join(SOURCE, path), 'utf8'),
  }))

/** Files that hold a pattern, but for those that are its place. */
const holding = (pattern: RegExp, place = /^$/) =>
  sources
    .filter(({ path, text }) => pattern.test(text) && !place.test(path))
    .map(({ path }) => path)

const featureOf = (path: string) => path.match(/^features\/([\w-]+)\//)?.[1]

/** Paths from the root of the sources that a file of a feature imports from other features. */
function foreignImports({ path, text }: Source): string[] {
  const specifiers = Array.from(
    text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g),
    ([, specifier = '']) => posix.join(posix.dirname(path), specifier),
  )
  const own = featureOf(path)
  return specifiers.filter((to) => own !== undefined && (featureOf(to) ?? own) !== own)
}

test('a feature imports nothing of another feature', () => {
  const foreign = sources.flatMap((source) =>
    foreignImports(source).map((to) => `${source.path} imports ${to}`),
  )
  expect(foreign).toEqual([])
})

test.each([
  ['features/threads/Feed.tsx', "import { useLove } from '../reader/use-love'"],
  ['features/admin/books/BookPage.tsx', "import { useLove } from '../../reader/use-love'"],
  ['features/admin/books/BookPage.tsx', "const love = import('../../reader/use-love')"],
])('an import of another feature is found in %s', (path, text) => {
  expect(foreignImports({ path, text })).toEqual(['features/reader/use-love'])
})

test('only api/ talks to the server', () => {
  expect(holding(/\bfetch\(|new XMLHttpRequest/, /^(api|testing)\//)).toEqual([])
})

test('only paths.ts and routes.tsx write addresses', () => {
  const address = /(href|to)="\/|navigate\('\/|href={?['"`]\//
  expect(holding(address, /^(paths|routes)\.tsx?$|\.test\./)).toEqual([])
})

/** What is stored past them would not be told on the privacy page, whose table is made of the keys. */
test('only storage, drafts and saved-scroll know the storage of the browser', () => {
  expect(
    holding(
      /localStorage|sessionStorage/,
      /^lib\/(storage|drafts|saved-scroll)\.ts$|\.test\.|^testing\//,
    ),
  ).toEqual([])
})

/** Below a path of the host it would lead elsewhere: the router knows the path, and a plain link does not. */
test('links past the router lead to files, or go through withBasePath()', () => {
  const plain = /<a\s[^>]*href={paths\.(?!licences|publishedBook)/
  expect(holding(plain)).toEqual([])
  expect(holding(/localStorage\.\w+\('/, /\.test\./)).toEqual([])
})

test('nothing is left undone or untyped', () => {
  const marks = new RegExp(['TO', 'DO|FIX', 'ME|: a', 'ny\\b|as a', 'ny\\b'].join(''))
  expect(holding(marks)).toEqual([])
})

/** A module shorter than this is part of another, if only that one uses it. In lines. */
const MIN_LINES = 40

/** Files of queries and types, which one looks for by their names. */
const BY_NAME = /(^|\/)(queries|format|main|App|basic)\.tsx?$/

/** Short modules with a single importer in their own folder. Pages and what is fetched later are imported by no one else. */
function fragments(all: Source[]): string[] {
  const code = all.filter(({ path }) => /\.tsx?$/.test(path) && !isTest(path))
  const importers = new Map<string, Set<string>>()
  for (const { path, text } of code) {
    for (const [, specifier = ''] of text.matchAll(/from '(\.[^']+)'/g)) {
      const stem = posix.join(posix.dirname(path), specifier)
      importers.set(stem, (importers.get(stem) ?? new Set()).add(path))
    }
  }
  return code
    .filter(({ path, text }) => text.split('\n').length <= MIN_LINES && !BY_NAME.test(path))
    .flatMap(({ path }) => {
      const [importer, another] = importers.get(path.replace(/\.tsx?$/, '')) ?? []
      const isFragment = importer && !another && posix.dirname(importer) === posix.dirname(path)
      return isFragment ? [`${path} belongs into ${importer}`] : []
    })
}

const isTest = (path: string) => /\.test\.tsx?$|^testing\//.test(path)

test('what only one module uses is in it', () => {
  expect(fragments(sources)).toEqual([])
})

test.each([
  ['./Card', 3, ['features/a/Card.tsx belongs into features/a/Page.tsx']],
  ['./Card', 60, []],
  ['../b/Card', 3, []],
])('a short module imported as %s with %i lines is found: %j', (specifier, lines, found) => {
  const card = posix.join('features/a', `${specifier}.tsx`)
  const files = [
    { path: 'features/a/Page.tsx', text: `import { Card } from '${specifier}'` },
    { path: card, text: 'card\n'.repeat(lines) },
  ]
  expect(fragments(files)).toEqual(found)
})

test('the design system and the library know nothing of the product', () => {
  const foreign = sources
    .filter(({ path }) => /^(ui|lib)\//.test(path) && !isTest(path))
    .filter(({ path, text }) =>
      Array.from(text.matchAll(/from '(\.[^']+)'/g)).some(([, specifier = '']) =>
        /^(api\/(?!schema$)|entities\/|features\/|shell\/)/.test(
          posix.join(posix.dirname(path), specifier),
        ),
      ),
    )
  expect(foreign.map(({ path }) => path)).toEqual([])
})
