import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

/** Expands optional parts: "/thread/:code?" is "/thread" and "/thread/*". */
function expand(pattern: string): string[] {
  const [first, ...rest] = pattern.split('/:')
  const names = rest.map((name) => name.endsWith('?'))
  const least = names.filter((optional) => !optional).length
  return Array.from({ length: names.length - least + 1 }, (_, more) =>
    [first, ...rest.slice(0, least + more).map((part) => part.replace(/^\w+\??/, '*'))].join('/'),
  )
}

const routes = read('../src/routes.tsx') + read('../src/features/admin/AdminRoutes.tsx')
const drawn = Array.from(routes.matchAll(/path="([^"]+)"/g), ([, path]) => path)
const known = Array.from(
  read('../../src/http/pages/site_map.rs').matchAll(/(?:public|private)\(\s*"([^"]+)"/g),
  ([, path = '']) => path.replace(/{\w+}/g, '*'),
)

/** Routes of development builds. */
const OWN = ['/styleguide']

const covers = (pattern: string, path: string) =>
  new RegExp(`^${pattern.replace(/\*/g, '[^/]+')}$`).test(path)

test('the server knows every page that the interface draws', () => {
  const paths = drawn.flatMap((path = '') => expand(path)).filter((path) => !OWN.includes(path))
  expect(paths.length).toBeGreaterThan(30)
  // The server may list pages of a kind by name, such as help pages.
  const isKnown = (path: string) => known.some((each) => covers(each, path) || covers(path, each))
  expect(paths.filter((path) => !isKnown(path))).toEqual([])
})
