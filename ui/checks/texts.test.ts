import ts from 'typescript'
import { expect, test } from 'vitest'
import { allTexts, modulesWithTexts, textsIn } from '../build/texts.mjs'

const textOf = (source: string) => textsIn('a.tsx', source).map(({ text }) => text)
const fragmentsIn = (source: string) =>
  textsIn('a.tsx', source)
    .filter(({ isFragment }) => isFragment)
    .map(({ text }) => text)

/** Fixed by the specification: "You have 2 pending posts to this thread. publish them". */
const ALLOWED = ['{count} publish them']

test('every text is a sentence or a phrase of its own', () => {
  const fragments = allTexts().filter(
    ({ text, isFragment }) => isFragment && !ALLOWED.includes(text),
  )
  expect(fragments.map(({ file, line, text }) => `${file}:${line}: ${text}`)).toEqual([])
})

/** Capitalised words, or several words. */
const WORDS = /^\s*[\p{Lu}“]\p{Ll}|\p{L}{2}[,.:;…]? \p{L}{2}/u

/** Strings that consist of words but are never shown: keys, addresses, names of files, classes and commands. */
const CODE =
  /^(Escape|Enter|(Arrow|Page)\w+|GET .*|row screen-only|stack prose|noopener noreferrer|main textarea|not verified)$|^(a|input), |\[tabindex|<details|\(update: slow\)|identity KEY|openssl|printf|\bsed "/

/** Strings of words in a module, except errors for developers and what a drawing writes. */
function wordsIn(file: string, source: string): string[] {
  const found: string[] = []
  const visit = (node: ts.Node) => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isNewExpression(node)) return
    if (ts.isJsxAttribute(node) && node.name.getText() === 'rows') return
    const isString = ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node)
    const text = isString || ts.isJsxText(node) ? node.text : ''
    if (WORDS.test(text) && !CODE.test(text.trim())) found.push(text.replace(/\s+/g, ' ').trim())
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true))
  return found
}

test('the catalogue has every string of words', () => {
  const missing = modulesWithTexts().flatMap(({ file, source }) => {
    const texts = textsIn(file, source).map(({ text }) => text.replace(/\s+/g, ' '))
    return wordsIn(file, source)
      .filter((words) => !texts.some((text) => text.includes(words)))
      .map((words) => `${file}: ${words}`)
  })
  expect(missing).toEqual([])
})

test.each([
  'You have answered every question of this book.',
  'Transcription (optional)',
  'Entry withdrawn.',
  'There is nothing at this address.',
  '# entries',
])('the catalogue has: %s', (text) => {
  expect(allTexts().map((each) => each.text)).toContain(text)
})

test.each([
  ['<p>Write to <b>{author.name}</b>.</p>', ['Write to {name}.']],
  ['<p>\n  One line\n  and another.\n</p>', ['One line and another.']],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: source with a template.
  ['<Field label="Name" hint={`At most ${max} letters.`} />', ['Name', 'At most {max} letters.']],
  ["<p>{plural(n, '1 page', '# pages')}</p>", ['1 page', '# pages']],
  [
    "notify({ message: isNew ? 'It is added.' : 'It is saved.' })",
    ['It is added.', 'It is saved.'],
  ],
  ['<div><p>First.</p><p>Second.</p></div>', ['First.', 'Second.']],
  ["<Submit>{isBusy ? 'Saving…' : 'Save'}</Submit>", ['Saving…', 'Save']],
  ["<b>{list.length === 0 ? 'none' : <i>Some</i>}</b>", ['none', 'Some']],
  ["function A({ label = 'Loading…', kind = 'edit' }) {}", ['Loading…']],
  ["const LABELS = { hide: 'Hidden', show: 'Shown' }", ['Hidden', 'Shown']],
  ["const FIND = { counted: ['1 book', '# books'] as const }", ['1 book', '# books']],
  ["const hint = 'One thing; then the other.'", ['One thing; then the other.']],
  ["const name = given ?? 'a member'", ['a member']],
  ["if (key === 'Escape' || kind === 'edit') close('edit')", []],
])('texts of %s', (source, texts) => {
  expect(textOf(source)).toEqual(texts)
})

test.each([
  ['<p>{isOne ? "It is" : "They are"} gone.</p>', true],
  ["<p>{plural(n, '1 page', '# pages')} of the book</p>", true],
  ['<p><Badge>New</Badge> pages come here</p>', true],
  ['<p>, and more</p>', true],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: source with a template.
  ["<p title={`${isNew ? 'Add it' : 'Save it'} now`} />", true],
  ["<p>{plural(n, 'One page is new.', '# pages are new.')} look at them</p>", true],
  ['<p>{formatEntries(count)} in all books</p>', true],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: source with a template.
  ['<p title={`Made ${formatInterval(hours)}.`} />', true],
  ["const state = isHidden ? 'hidden' : 'published'\nconst a = <p>In {book}, {state}</p>", true],
  ["function A() { const to = isNew ? 'a book' : 'none'; return <p>It has {to}.</p> }", true],
  ["const LABELS = { hide: 'Hidden' }\nconst a = <p>It is {LABELS[verdict]}</p>", true],
  [
    "const LABELS = { hide: 'Hidden' }\nconst a = <p>{LABELS[verdict]} <time />. By {name}</p>",
    true,
  ],
  ["const LABELS = { hide: 'Hidden' }\nconst a = <p>{LABELS[verdict]} · <time /></p>", false],
  ["const title = 'Memos'\nconst a = <p>In {title}</p>", false],
  ['<p>{formatEntries(count)} · {book}</p>', false],
  ['<p>{count} pages</p>', false],
  ["<p>{plural(n, 'One page is new.', '# pages are new.')} Look at them.</p>", false],
])('a part of a sentence in %s is found: %s', (source, isFound) => {
  expect(fragmentsIn(source).length > 0).toBe(isFound)
})
