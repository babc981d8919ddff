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
