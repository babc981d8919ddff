import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { builtFiles } from './built.ts'

const files = builtFiles()

const text = (ending: string) =>
  files().flatMap((file) =>
    file.type === 'asset' && file.fileName.endsWith(ending)
      ? [{ name: file.fileName, html: String(file.source) }]
      : [],
  )

const FOLDERS = ['basic', 'basic-with-game']
const pages = () =>
  text('.html').filter(({ name }) => FOLDERS.some((folder) => name.startsWith(`${folder}/`)))

/** Names of a kind in the pages, with the page. */
const named = (pattern: RegExp) =>
  pages().flatMap(({ name, html }) =>
    Array.from(html.matchAll(pattern), ([, found = '']) => ({ name, found })),
  )

const HELP = ['remarkable', 'supernote', 'boox', 'scribe', 'ipad', 'mobile']
const PUBLIC = ['home', 'features', 'about', 'contact', 'privacy', 'help']

test('every public page is there for those without scripts', () => {
  const everywhere = [...PUBLIC, ...HELP.map((page) => `help/${page}`)]
  const expected = FOLDERS.flatMap((folder) => everywhere.map((page) => `${folder}/${page}.html`))
  expect(
    pages()
      .map(({ name }) => name)
      .sort(),
  ).toEqual([...expected, 'basic-with-game/help/prizepeg.html'].sort())
})

test('where the game is not played nothing tells of it', () => {
  for (const { name, html } of pages()) {
    if (name.startsWith('basic/')) expect(html, name).not.toMatch(/prize|\bpegs?\b/i)
  }
  const help = pages().find(({ name }) => name === 'basic-with-game/help.html')
  expect(help?.html).toContain('href="/help/prizepeg"')
})

test('each is whole and open, with nothing that waits for a script', () => {
  for (const { name, html } of pages()) {
    expect(html.match(/<h1[\s>]/g), name).toHaveLength(1)
    expect(html.length, name).toBeGreaterThan(1500)
    expect(html, name).not.toMatch(
      /<script|<template|<button|<form| style="| on\w+="| hidden=|<!--/,
    )
    expect(html, name).not.toMatch(/<details(?! open)/)
  }
})

test('none speaks for a community', () => {
  const words = pages().map(({ html }) => html)
  expect(words.join()).not.toMatch(/mailto:|no email address|Powered by/)
  for (const page of ['about', 'contact', 'privacy']) {
    const html = pages().find(({ name }) => name === `basic/${page}.html`)?.html
    expect(html).toContain('Contact details are at the end of this page')
  }
})

test('links within the place lead to what is there', () => {
  const routes = readFileSync(new URL('../src/routes.tsx', import.meta.url), 'utf8')
  const patterns = Array.from(
    routes.matchAll(/path="([^"]+)"/g),
    ([, path = '']) => new RegExp(`^${path.replace(/\/:\w+\?/g, '(/\\w+)?')}$`),
  )
  const links = named(/href="(\/[^"]*)"/g)
  expect(links.length).toBeGreaterThan(30)
  for (const { name, found } of links) {
    const isFile = files().some(({ fileName }) => `/${fileName}` === found)
    const isPage = patterns.some((pattern) => pattern.test(found))
    expect(isFile || isPage, `${name} leads to ${found}`).toBe(true)
  }
})

/** Both builds derive class names from the style source. */
test('their classes are those of the one style sheet', () => {
  const styles = text('.css').map(({ html }) => html)
  const classes = named(/class="([^"]+)"/g).flatMap(({ found }) => found.split(' '))
  const own = new Set(classes.filter((name) => name.startsWith('_')))
  expect(own.size).toBeGreaterThan(50)
  for (const name of own) expect(styles.join()).toContain(`.${name}`)
})

test('nothing that draws them reaches a browser', () => {
  const modules = files().flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
  expect(modules.filter((id) => /src\/basic|react-dom-server|static\.node/.test(id))).toEqual([])
})

test('first content leaves the state of a book with dates to the clock of its reader', () => {
  const [library] = firstContent('library')
  const dates = library?.match(/<p class="_dates_[^"]*"/g) ?? []
  expect(dates.length).toBeGreaterThan(0)
  for (const paragraph of dates) expect(paragraph).toContain('_unknown_')
  // Days are counted on screens only.
  expect(library).not.toMatch(/{% if isPaper %}[^{]*days left/)
})

/** Conditions multiply only what depends on several of them. */
test('first content says once what does not depend on the reader or the book', () => {
  const templates = firstContent('')
  expect(templates).toHaveLength(2)
  for (const template of templates) {
    for (const part of ['<h1', '<h2', '<article', '<footer'])
      expect(template.split(part), part).toHaveLength(2)
    expect(template.length).toBeLessThan(20_000)
  }
})

const firstContent = (name: string) =>
  text('.html').flatMap((file) => (file.name.startsWith(`first-content/${name}`) ? file.html : []))
