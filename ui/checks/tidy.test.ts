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

/** Files beside `src` whose comments follow the same rules. */
const others: Source[] = ['public', 'build', 'checks'].flatMap((folder) => {
  const at = new URL(`../${folder}/`, import.meta.url)
  return readdirSync(at)
    .filter((name) => /\.(ts|mjs|js|css)$/.test(name) && name !== 'tidy.test.ts')
    .map((name) => ({ path: `${folder}/${name}`, text: readFileSync(new URL(name, at), 'utf8') }))
})

/** Files that contain a pattern, except those where it belongs. */
const holding = (pattern: RegExp, place = /^$/) =>
  sources
    .filter(({ path, text }) => pattern.test(text) && !place.test(path))
    .map(({ path }) => path)

const featureOf = (path: string) => path.match(/^features\/([\w-]+)\//)?.[1]

/** Paths that the modules of a folder may import, below `src`. */
const BORDERS: Record<string, RegExp> = {
  shell: /^(?!features\/)/,
  entities: /^(entities|api|ui|lib)\/|^paths$/,
  ui: /^(ui|lib)\//,
  api: /^(api|lib)\/|^paths$/,
  lib: /^lib\/|^api\/schema$/,
  locales: /^locales\//,
}

const mayImport = (path: string, to: string) => {
  const feature = featureOf(path)
  if (feature) return (featureOf(to) ?? feature) === feature
  return BORDERS[path.split('/')[0] ?? '']?.test(to) ?? true
}

/** Paths that a module imports against the borders. */
const foreignImports = ({ path, text }: Source): string[] =>
  Array.from(text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g), ([, specifier = '']) =>
    posix.join(posix.dirname(path), specifier),
  ).filter((to) => !mayImport(path, to))

test('modules import only what their folder may import', () => {
  const foreign = sources
    .filter(({ path }) => !isTest(path))
    .flatMap((source) => foreignImports(source).map((to) => `${source.path} imports ${to}`))
  expect(foreign).toEqual([])
})

test.each([
  ['features/threads/Feed.tsx', "import { useLove } from '../reader/use-love'"],
  ['features/admin/books/BookPage.tsx', "import { useLove } from '../../reader/use-love'"],
  ['features/admin/books/BookPage.tsx', "const love = import('../../reader/use-love')"],
  ['entities/memo/Love.tsx', "import { useLove } from '../../features/reader/use-love'"],
  ['shell/Header.tsx', "import { useLove } from '../features/reader/use-love'"],
  ['ui/Button.tsx', "import { useLove } from '../features/reader/use-love'"],
])('an import against the borders is found in %s', (path, text) => {
  expect(foreignImports({ path, text })).toEqual(['features/reader/use-love'])
})

test.each([
  ['features/threads/Feed.tsx', "import { Header } from '../../shell/Header'"],
  ['shell/Header.tsx', "import { useMemos } from '../entities/memo/queries'"],
  ['routes.tsx', "import { HomePage } from './features/home/HomePage'"],
])('an import within the borders is allowed in %s', (path, text) => {
  expect(foreignImports({ path, text })).toEqual([])
})

test('only api/ talks to the server', () => {
  expect(holding(/\bfetch\(|new XMLHttpRequest/, /^(api|testing)\//)).toEqual([])
})

test('the calls of a feature are in its queries.ts, with keys of a factory', () => {
  const calls = /\b(?:api|prizeApi)\.(?:GET|POST|PUT|DELETE)\(|\b(?:queryFn|mutationFn)\b/
  const keys = /queryKey: \[|Quer(?:y|ies)Data[^(]*\(\[/
  const found = new Set([
    ...holding(calls, /^(api|testing)\/|^entities\/.*\.ts$|\/queries\.ts$|\.test\./),
    ...holding(keys, /\.test\./),
  ])
  expect([...found]).toEqual([])
})

test('only paths.ts and routes.tsx write addresses', () => {
  const address = /(href|to)="\/|navigate\('\/|href={?['"`]\//
  expect(holding(address, /^(paths|routes)\.tsx?$|\.test\./)).toEqual([])
})

/** The privacy page lists the storage keys: anything stored elsewhere would be missing there. */
test('only storage, drafts and scroll-and-focus know the storage of the browser', () => {
  expect(
    holding(
      /localStorage|sessionStorage/,
      /^lib\/(storage|drafts|scroll-and-focus)\.ts$|\.test\.|^testing\//,
    ),
  ).toEqual([])
})

/** The router adds the base path to its own links; plain links need withBasePath(). */
test('links past the router lead to files, or go through withBasePath()', () => {
  const plain = /<a\s[^>]*href={paths\.(?!licences|publishedBook)/
  expect(holding(plain)).toEqual([])
  expect(holding(/localStorage\.\w+\('/, /\.test\./)).toEqual([])
})

test('nothing is left undone or untyped', () => {
  const marks = new RegExp(['TO', 'DO|FIX', 'ME|: a', 'ny\\b|as a', 'ny\\b'].join(''))
  expect(holding(marks)).toEqual([])
})

/** Openings that describe around an item instead of naming it: a comment says what the item is. */
const VAGUE_OPENING =
  /(?:\/\*+|(?<!\/\/.*\n)^[ \t]*\/\/)[\s*]*(?:What|Who(?:ever|m|se)?|Nobody|Somebody|So that|How|When|Where|Answers whether|Tells whether|It|They|Their|There|Rather)\b.*/gm

const vagueOpenings = ({ path, text }: Source) =>
  Array.from(text.matchAll(VAGUE_OPENING), ([comment]) => `${path}: ${comment.trim()}`)

test('comments name the item that they describe', () => {
  expect([...sources, ...others].flatMap(vagueOpenings)).toEqual([])
})

test.each([
  ['/** What the server answered. */', true],
  ['/**\n * Whoever is signed in.\n */', true],
  ['  // Nobody asks for it.', true],
  ['/* Where the buttons stand. */', true],
  ['/* It has the focus. */', true],
  ['/** Whether the server has answered. */', false],
  ['// The focus stays.\n// When it is lost, it is set again.', false],
])('the opening of %j is vague: %s', (text, isVague) => {
  expect(vagueOpenings({ path: 'a.ts', text }).length > 0).toBe(isVague)
})

/** Minimum length of a module that only one other uses, in lines. */
const MIN_LINES = 40

/** Modules that are found by their names. */
const BY_NAME = /(^|\/)(queries|format|main|App|basic)\.tsx?$/

/** Short modules with a single importer in their own folder. Pages and lazy modules have no importer. */
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
