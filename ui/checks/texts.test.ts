import { expect, test } from 'vitest'
import { allTexts, textsIn } from '../build/texts.mjs'

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
  ["const title = 'Memos'\nconst a = <p>In {title}</p>", false],
  ['<p>{formatEntries(count)} · {book}</p>', false],
  ['<p>{count} pages</p>', false],
  ["<p>{plural(n, 'One page is new.', '# pages are new.')} Look at them.</p>", false],
])('a part of a sentence in %s is found: %s', (source, isFound) => {
  expect(fragmentsIn(source).length > 0).toBe(isFound)
})
