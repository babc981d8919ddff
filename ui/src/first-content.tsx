/**
 * Templates of what a page shows first, which the server fills with the data that it sends with the page: on a slow network a
 * reader sees it seconds before the scripts have arrived. They are what the components render for example data, whose values are
 * placeholders that become expressions of Jinja.
 */
import type { QueryClient } from '@tanstack/react-query'
import { diffArrays } from 'diff'
import { prerender } from 'react-dom/static'
import { Router } from 'wouter'
import { queryClient, resetQueryClient } from './api/query-client'
import { type Book, bookKeys } from './entities/book/queries'
import { type Post, postKeys, type Topic } from './entities/post/post'
import { PAGE_SIZE } from './entities/post/queries'
import { buildReader } from './lib/build-reader'
import { formatNumber } from './lib/format'
import { serverConfig } from './lib/server-config'
import { paths } from './paths'
import { Routes } from './routes'
import { Shell } from './shell/Shell'

/** Expression of a template, in place of a text of the data: `placeholder('book.name')`. */
const placeholder = (path: string) => `__${path.replace(/\./g, '_')}__`
const PLACEHOLDER = /__(\w+?)__/g

/** Expressions by the numbers that stand for them. */
const numbers = new Map<number, string>()

/** The same in place of a number: one that no page shows otherwise. */
function numberPlaceholder(expression: string): number {
  const number = 7_100_000 + numbers.size
  numbers.set(number, expression)
  return number
}

/** Example of an item, and how it changes where conditions on the data hold. */
interface Example<Item> {
  item: Item
  changes: Change<Item>[]
  /** Fills the cache with the data of a page of this one item. */
  fill(cache: QueryClient, item: Item): void
}

/** Alternatives: the first whose condition holds changes the example. Where none holds, it stays as it is. */
type Change<Item> = [condition: string, change: Partial<Item>][]

/** Facts that a page depends on besides its items. */
interface Situation {
  isMember: boolean
  isPaper: boolean
  isLong: boolean
}

/** Conditions of the template for these facts. */
type Conditions = [name: keyof Situation, condition: string][]

const READER: Conditions = [
  ['isMember', 'uid'],
  ['isPaper', 'isPaper'],
]

/** Page with a list of items, of which the template repeats one. */
interface ListPage<Item> {
  name: string
  path: string
  /** Name of an item, and the list in the data. */
  loop: string
  conditions: Conditions
  example(situation: Situation): Example<Item>
}

/** Closing of the example, in seconds: 12 days after zero, where the build's clock stands. */
const CLOSES_AT_S = 12 * 86_400

const CLOSES: Book['schedule']['closes'] = {
  at: { _seconds: CLOSES_AT_S, _nanoseconds: 0 },
  local: '',
  words: placeholder('book.schedule.closes.words'),
}

const BOOK: Book = {
  id: placeholder('book.id'),
  name: placeholder('book.name'),
  description: placeholder('book.description'),
  edition: 0,
  memoCount: numberPlaceholder('book.memoCount'),
  newAnswers: numberPlaceholder('book.newAnswers'),
  userMemoCount: 0,
  hasContributed: false,
  publishAt: numberPlaceholder('book.publishAt'),
  percentWritten: numberPlaceholder('book.percentWritten'),
  ink: placeholder('book.ink'),
  isNewest: false,
  status: 'collecting',
  schedule: { closes: CLOSES, readyBy: 'both' },
}

const COVER: NonNullable<Book['cover']> = {
  full: placeholder('book.cover.full'),
  width: numberPlaceholder('book.cover.width'),
  height: numberPlaceholder('book.cover.height'),
  small: placeholder('book.cover.small'),
  large: placeholder('book.cover.large'),
}

const OWN_MEMOS = numberPlaceholder('book.userMemoCount')

const DATES: Change<Book> = [
  ['not book.schedule.closes', { schedule: { readyBy: 'entries' } }],
  ['book.schedule.readyBy == "entries"', { schedule: { closes: CLOSES, readyBy: 'entries' } }],
  ['book.schedule.readyBy == "date"', { schedule: { closes: CLOSES, readyBy: 'date' } }],
]

const LIBRARY: ListPage<Book> = {
  name: 'library',
  path: paths.library,
  loop: 'book in books',
  conditions: READER,
  example({ isMember }) {
    const changes: Change<Book>[] = [
      [['book.status == "published"', { status: 'published', edition: 1 }]],
      [['book.cover', { cover: COVER }]],
      [['book.isNewest', { isNewest: true }]],
      [['book.memoCount == 1', { memoCount: 1 }]],
    ]
    if (isMember) {
      changes.push(
        [['book.compilingSince', { compilingSince: { _seconds: 0, _nanoseconds: 0 } }]],
        [['book.userMemoCount > 0', { userMemoCount: OWN_MEMOS }]],
        [['book.hasContributed', { hasContributed: true }]],
      )
    }
    changes.push(DATES)
    return {
      item: BOOK,
      changes,
      fill: (cache, book) => cache.setQueryData(bookKeys.all, [book]),
    }
  },
}

const TOPIC: Topic = {
  id: placeholder('topic.id'),
  code: placeholder('topic.code'),
  name: placeholder('topic.name'),
  postCount: numberPlaceholder('topic.postCount'),
}

const THUMB_WIDTH = numberPlaceholder('thumb.width')

const POST: Post = {
  id: placeholder('post.id'),
  uid: placeholder('post.uid'),
  alt: placeholder('post.alt'),
  caption: placeholder('post.caption'),
  author: { name: placeholder('post.author.name'), username: placeholder('post.author.username') },
  comments: numberPlaceholder('post.comments'),
  likes: numberPlaceholder('post.likes'),
  liked: false,
  createdAt: { _seconds: 0, _nanoseconds: 0 },
  dataUrl: placeholder('post.dataUrl'),
  thumbUrl: placeholder('post.thumbUrl'),
  thumbs: [
    {
      webp: placeholder('thumb.webp'),
      png: placeholder('thumb.png'),
      width: THUMB_WIDTH,
      height: 640,
    },
  ],
  width: numberPlaceholder('post.width'),
  height: numberPlaceholder('post.height'),
  isActive: true,
  isHidden: false,
  topic: TOPIC,
  topicId: TOPIC.id,
}

/** Number of pages of a long thread, of which each has three posts. */
const PAGES_OF_THREAD = numberPlaceholder('((thread.total + 2) // 3)')

const THREAD: ListPage<Post> = {
  name: 'thread',
  path: paths.thread(TOPIC.code),
  loop: 'post in thread.results',
  conditions: [...READER, ['isLong', `thread.total > ${PAGE_SIZE}`]],
  example({ isMember, isPaper, isLong }) {
    const changes: Change<Post>[] = [
      [['not post.caption', { caption: '' }]],
      [['not post.alt', { alt: '' }]],
      [['post.comments == 1', { comments: 1 }]],
      [['post.liked', { liked: true }]],
    ]
    if (isMember) changes.push([['post.uid == uid', { uid: MEMBER.uid }]])
    const first = isPaper ? { page: 1 } : {}
    const total = isLong ? PAGES_OF_THREAD * PAGE_SIZE : 1
    const thread = { code: TOPIC.code, topic: TOPIC }
    return {
      item: POST,
      changes,
      fill(cache, post) {
        cache.setQueryData(postKeys.topic(TOPIC.code), TOPIC)
        cache.setQueryData(postKeys.threadFrom(TOPIC.code, first), {
          pages: [{ results: [post], thread, total, isEnd: false }],
          pageParams: [first],
        })
      },
    }
  },
}

const MEMBER = { uid: placeholder('uid'), email: 'member@example.org' }

/** Templates by the names of their pages. */
export async function renderFirstContent(): Promise<[name: string, template: string][]> {
  serverConfig.name = placeholder('community')
  serverConfig.partner = placeholder('partner.name')
  serverConfig.partnerUrl = placeholder('partner.url')
  return [
    [LIBRARY.name, await renderPage(LIBRARY)],
    [THREAD.name, await renderPage(THREAD)],
  ]
}

async function renderPage<Item>(page: ListPage<Item>): Promise<string> {
  const situation = { isMember: false, isPaper: false, isLong: false }
  const { before, item, after } = await mergedSituations(page, situation, page.conditions)
  const list = `{% for ${page.loop} %}${item.join('')}{% endfor %}`
  return withExpressions(before.join('') + list + after.join(''))
}

/** Page around its list, and the item that the template repeats. */
interface SplitPage {
  before: Tokens
  item: Tokens
  after: Tokens
}

async function mergedSituations<Item>(
  page: ListPage<Item>,
  situation: Situation,
  [first, ...others]: Conditions,
): Promise<SplitPage> {
  if (!first) return renderList(page, situation)
  const [name, condition] = first
  const positive = await mergedSituations(page, { ...situation, [name]: true }, others)
  const negative = await mergedSituations(page, situation, others)
  return {
    before: merged(condition, positive.before, negative.before),
    item: merged(condition, positive.item, negative.item),
    after: merged(condition, positive.after, negative.after),
  }
}

async function renderList<Item>(page: ListPage<Item>, situation: Situation): Promise<SplitPage> {
  buildReader.stored = situation.isMember ? MEMBER : {}
  buildReader.dataset = situation.isPaper ? { display: 'paper' } : {}
  const { item, changes, fill } = page.example(situation)
  const around = new Set<string>()
  const renderItem = async (example: Item) => {
    resetQueryClient()
    fill(queryClient(), example)
    const [before, item, after] = splitAtItem(await render(page.path))
    around.add(JSON.stringify([before, after]))
    return tokensOf(item)
  }
  const merged = await mergedVariants(item, changes, renderItem)
  const [frame, ...different] = around
  if (!frame || different.length) throw new Error(`${page.path} differs around its list.`)
  const [before, after] = JSON.parse(frame)
  return { before: tokensOf(before), item: merged, after: tokensOf(after) }
}

/** Tags and texts of a template; what depends on a condition is one token. */
type Tokens = string[]

const tokensOf = (html: string): Tokens => html.match(/<[^>]*>|[^<]+/g) ?? []

/** Template for an example under all combinations of conditions. What does not depend on a condition stands in it once. */
async function mergedVariants<Item>(
  example: Item,
  [change, ...others]: Change<Item>[],
  render: (example: Item) => Promise<Tokens>,
): Promise<Tokens> {
  if (!change) return render(example)
  let out = await mergedVariants(example, others, render)
  for (const [condition, changed] of [...change].reverse()) {
    out = merged(condition, await mergedVariants({ ...example, ...changed }, others, render), out)
  }
  return out
}

/** Joins two templates into one in which the condition chooses, only where they differ. */
function merged(condition: string, positive: Tokens, negative: Tokens): Tokens {
  const out: Tokens = []
  let [then, otherwise] = ['', '']
  const choose = () => {
    if (then || otherwise) out.push(choice(condition, then, otherwise))
    ;[then, otherwise] = ['', '']
  }
  for (const { added, removed, value } of diffArrays(negative, positive)) {
    if (added) then = value.join('')
    else if (removed) otherwise = value.join('')
    else {
      choose()
      out.push(...value)
    }
  }
  choose()
  return out
}

function choice(condition: string, then: string, otherwise: string): string {
  if (!then) return `{% if not (${condition}) %}${otherwise}{% endif %}`
  return `{% if ${condition} %}${then}${otherwise && '{% else %}'}${otherwise}{% endif %}`
}

async function render(path: string): Promise<string> {
  const { prelude } = await prerender(
    <Router ssrPath={path}>
      <Shell>
        <Routes />
      </Shell>
    </Router>,
    {
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError(error) {
        throw error
      },
    },
  )
  const html = await new Response(prelude).text()
  return (
    html
      .replace(/<!--.*?-->/g, '')
      // The age of a post, and what separates it from the author: the reader's clock says it.
      .replace(/( · )?<time .*?<\/time>/g, '')
      .replace(/ loading="lazy"/g, '')
  )
}

/** Replaces placeholders by expressions. */
function withExpressions(html: string): string {
  let template = html
    .replace(/="\/(?=[a-z"])/g, '="{{ base }}/')
    .replace(PLACEHOLDER, (_, path: string) => `{{ ${path.replace(/_/g, '.')} }}`)
  for (const [number, expression] of numbers) {
    template = template
      .replace(new RegExp(formatNumber(number), 'g'), `{{ ${expression} | grouped }}`)
      .replace(new RegExp(String(number), 'g'), `{{ ${expression} }}`)
  }
  return withOptionalPartner(repeatThumbs(template))
}

/** Shows the partner of the footer only if there is one, and as a link only if it has an address. */
const withOptionalPartner = (template: string) =>
  template.replace(
    /(<p [^>]*>)(<a href="\{\{ partner\.url \}\}"[^>]*>)(.*?)<\/a><\/p>/,
    '{% if partner.name %}$1{% if partner.url %}$2{% endif %}$3{% if partner.url %}</a>{% endif %}</p>{% endif %}',
  )

/** Repeats the one picture of the example's `srcset`. */
const repeatThumbs = (template: string) =>
  template.replace(
    /(\{\{ thumb\.\w+ \}\} \{\{ thumb\.width \}\}w)/g,
    '{% for thumb in post.thumbs %}{% if not loop.first %}, {% endif %}$1{% endfor %}',
  )

/** Splits a page around the first item of its list of cards. */
function splitAtItem(html: string): [before: string, item: string, after: string] {
  const list = '<ul class="cards">'
  const start = html.indexOf(list) + list.length
  const end = html.indexOf('</li>', start) + '</li>'.length
  if (start < list.length || end < start) throw new Error('The page has no list of cards.')
  return [html.slice(0, start), html.slice(start, end), html.slice(end)]
}
