import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { colourOf, contrast } from '../features/styleguide/Colours'

const css = ['tokens', 'paper']
  .map((name) => readFileSync(fileURLToPath(import.meta.resolve(`./${name}.css`)), 'utf8'))
  .join('\n')

const TEXT = ['ink', 'ink-2', 'ink-3', 'link', 'link-hover', 'seal', 'moss', 'ochre', 'danger']
const GROUNDS = ['page', 'card', 'sunk']

/** Tokens of the rule with a selector; of light-dark() the value for one side. */
function tokensOf(selector: string, side: 'light' | 'dark' = 'light') {
  const start = css.indexOf(`${selector} {`)
  const rule = css.slice(start, css.indexOf('}', start))
  const pairs = Array.from(rule.matchAll(/--([\w-]+): (.+);/g), ([, name = '', value = '']) => {
    const [, light, dark] = value.match(/^light-dark\((.+), (#.+)\)$/) ?? []
    return [name, (side === 'light' ? light : dark) ?? value] as const
  })
  return (name: string) => colourOf(new Map(pairs).get(name) ?? '')
}

test.each([
  ['light', tokensOf(':root')],
  ['dark', tokensOf(':root', 'dark')],
  ['paper', tokensOf(':root[data-display="paper"]')],
])('%s: everything that is read or pressed stands out', (_theme, token) => {
  const weak = GROUNDS.flatMap((ground) => [
    ...TEXT.filter((text) => contrast(token(text), token(ground)) < 4.5).map(
      (text) => `${text} on ${ground}`,
    ),
    ...['line', 'focus']
      .filter((edge) => contrast(token(edge), token(ground)) < 3)
      .map((edge) => `${edge} on ${ground}`),
  ])
  expect(weak).toEqual([])
  expect(contrast(token('ink'), token('mark'))).toBeGreaterThan(7)
  expect(contrast(token('on-link'), token('link'))).toBeGreaterThan(4.5)
  expect(contrast(token('on-link'), token('link-hover'))).toBeGreaterThan(4.5)
  expect(contrast(token('on-seal'), token('seal'))).toBeGreaterThan(4.5)
})

test('on e-ink there is black and white, and nothing between', () => {
  const start = css.indexOf(':root[data-display="paper"]')
  const rule = css.slice(start, css.indexOf('}', start))
  expect(new Set(rule.match(/#\w+/g))).toEqual(new Set(['#fff', '#000']))
})
