/**
 * Templates of what a page shows first, which the server fills with the data that it sends with the page: on a slow network a
 * reader sees it seconds before the scripts have arrived. They are what the components render for example data, whose values are
 * placeholders that become expressions of Jinja.
 */
import type { QueryClient } from '@tanstack/react-query'
import { prerender } from 'react-dom/static'
import { Router } from 'wouter'
import { queryClient, resetQueryClient } from './api/query-client'
import { type Book, bookKeys } from './entities/book/queries'
import { type Post, postKeys, type Topic } from './entities/post/post'
import { PAGE_SIZE } from './entities/post/queries'
import { buildReader } from './lib/build-reader'
import type { Display } from './lib/display'
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

/** Example of an item, and the condition on the data under which the template shows an item like it. */
interface Variant<Item> {
  condition: string
  item: Item
}

/** Example that changes where a condition holds. */
type Change<Item> = [condition: string, then: Partial<Item>, otherwise?: Partial<Item>]

/** Variants of an example for all combinations of conditions. */
function variantsOf<Item>(example: Item, changes: Change<Item>[]): Variant<Item>[] {
  let variants: Variant<Item>[] = [{ condition: 'true', item: example }]
  for (const [condition, then, otherwise] of changes) {
    variants = variants.flatMap(({ condition: others, item }) => [
      { condition: `${others} and ${condition}`, item: { ...item, ...then } },
      { condition: `${others} and not (${condition})`, item: { ...item, ...otherwise } },
    ])
  }
  return variants
}

/** Reader for whom a template is made. */
interface Reader {
  isMember: boolean
  display: Display
}

/** Page with a list of items, of which the template repeats one. */
interface ListPage {
  name: string
  path: string
  /** Name of an item, and the list in the data. */
  loop: string
  /** Conditions on the data for which the page differs around its list, and what `examples` gets for each. */
  frames: { condition: string; isLong: boolean }[]
  /** Examples that fill the cache with the data of a page of one item. */
  examples(reader: Reader, isLong: boolean): Variant<(cache: QueryClient) => void>[]
}

/** Closing of the example, in seconds: 12 days after zero, where the build's clock stands. */
const CLOSES_AT_S = 12 * 86_400

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
  schedule: {
    closes: {
      at: { _seconds: CLOSES_AT_S, _nanoseconds: 0 },
      local: '',
      words: placeholder('book.schedule.closes.words'),
    },
    readyBy: 'both',
  },
}

const COVER: NonNullable<Book['cover']> = {
  full: placeholder('book.cover.full'),
  width: numberPlaceholder('book.cover.width'),
  height: numberPlaceholder('book.cover.height'),
  small: placeholder('book.cover.small'),
  large: placeholder('book.cover.large'),
}

const LIBRARY: ListPage = {
  name: 'library',
  path: paths.library,
  loop: 'book in books',
  frames: [{ condition: 'true', isLong: false }],
  examples({ isMember }) {
    const changes: Change<Book>[] = [
      ['book.status == "published"', { status: 'published', edition: 1 }],
      ['book.cover', { cover: COVER }],
      ['book.isNewest', { isNewest: true }],
      ['book.memoCount == 1', { memoCount: 1 }],
    ]
    if (isMember) {
      changes.push(['book.compilingSince', { compilingSince: { _seconds: 0, _nanoseconds: 0 } }])
      const own = { userMemoCount: numberPlaceholder('book.userMemoCount') }
      changes.push(['book.userMemoCount > 0', own])
      changes.push(['book.hasContributed', { hasContributed: true }])
    }
    return variantsOf(BOOK, changes).map(({ condition, item }) => ({
      condition,
      item: (cache) => cache.setQueryData(bookKeys.all, [item]),
    }))
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

const THREAD: ListPage = {
  name: 'thread',
  path: paths.thread(TOPIC.code),
  loop: 'post in thread.results',
  frames: [
    { condition: `thread.total > ${PAGE_SIZE}`, isLong: true },
    { condition: 'true', isLong: false },
  ],
  examples({ isMember, display }, isLong) {
    const changes: Change<Post>[] = [
      ['post.caption', {}, { caption: '' }],
      ['post.alt', {}, { alt: '' }],
      ['post.comments == 1', { comments: 1 }],
      ['post.liked', { liked: true }],
    ]
    if (isMember) changes.push(['post.uid == uid', { uid: MEMBER.uid }])
    const first = display === 'paper' ? { page: 1 } : {}
    const total = isLong ? PAGES_OF_THREAD * PAGE_SIZE : 1
    const thread = { code: TOPIC.code, topic: TOPIC }
    return variantsOf(POST, changes).map(({ condition, item }) => ({
      condition,
      item: (cache) => {
        cache.setQueryData(postKeys.topic(TOPIC.code), TOPIC)
        cache.setQueryData(postKeys.threadFrom(TOPIC.code, first), {
          pages: [{ results: [item], thread, total, isEnd: false }],
          pageParams: [first],
        })
      },
    }))
  },
}

const MEMBER = { uid: placeholder('uid'), email: 'member@example.org' }

const PAGES = [LIBRARY, THREAD]

/** Templates by name: `library.visitor.screen`. */
export async function renderFirstContent(): Promise<[name: string, template: string][]> {
  serverConfig.name = placeholder('community')
  serverConfig.partner = placeholder('partner.name')
  serverConfig.partnerUrl = placeholder('partner.url')
  const templates: [string, string][] = []
  for (const isMember of [false, true]) {
    for (const display of ['screen', 'paper'] as const) {
      for (const page of PAGES) {
        const name = `${page.name}.${isMember ? 'member' : 'visitor'}.${display}`
        templates.push([name, await renderPage(page, { isMember, display })])
      }
    }
  }
  return templates
}

async function renderPage(page: ListPage, reader: Reader): Promise<string> {
  buildReader.stored = reader.isMember ? MEMBER : {}
  buildReader.dataset = reader.display === 'paper' ? { display: 'paper' } : {}
  const frames: Branch[] = []
  for (const { condition, isLong } of page.frames) {
    frames.push([condition, await renderList(page, page.examples(reader, isLong))])
  }
  return firstMatching(frames)
}

async function renderList(
  { path, loop }: ListPage,
  examples: Variant<(cache: QueryClient) => void>[],
): Promise<string> {
  const items: Branch[] = []
  let around: SplitPage | undefined
  for (const { condition, item: fill } of examples) {
    resetQueryClient()
    fill(queryClient())
    const parts = splitAtItem(await render(path))
    around ??= parts
    if (parts.before !== around.before || parts.after !== around.after) {
      throw new Error(`The page ${path} differs around its list where ${condition}.`)
    }
    items.push([condition, parts.item])
  }
  return `${around?.before}{% for ${loop} %}${firstMatching(items)}{% endfor %}${around?.after}`
}

type Branch = [condition: string, html: string]

/** The first branch of which the condition holds. */
function firstMatching(branches: Branch[]): string {
  const [[, first] = ['', '']] = branches
  if (branches.every(([, html]) => html === first)) return first
  return `${branches.map(([condition, html], at) => `{% ${at ? 'elif' : 'if'} ${condition} %}${html}`).join('')}{% endif %}`
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
  return withExpressions(await new Response(prelude).text())
}

/** Replaces placeholders by expressions, and removes what a script would have to fill in. */
function withExpressions(html: string): string {
  let template = html
    .replace(/<!--.*?-->/g, '')
    // The age of a post, and what separates it from the author: the reader's clock says it.
    .replace(/( · )?<time .*?<\/time>/g, '')
    .replace(/ loading="lazy"/g, '')
    .replace(/="\/(?=[a-z"])/g, '="{{ base }}/')
    .replace(PLACEHOLDER, (_, path: string) => `{{ ${path.replace(/_/g, '.')} }}`)
  for (const [number, expression] of numbers) {
    template = template
      .replace(new RegExp(formatNumber(number), 'g'), `{{ ${expression} | grouped }}`)
      .replace(new RegExp(String(number), 'g'), `{{ ${expression} }}`)
  }
  return withOptionalPartner(withOptionalDates(repeatThumbs(template)))
}

/**
 * Reserves the space of a book's dates only if it closes, and asks for entries only if their number makes it ready. The reader's clock
 * says the rest.
 */
const withOptionalDates = (template: string) =>
  template
    .replace(/<p class="_dates_[^"]*">.*?<\/p>/g, '{% if book.schedule.closes %}$&{% endif %}')
    .replace(
      / The (next edition|book) is made when [^<]*/g,
      '{% if book.schedule.readyBy != "entries" %}$&{% endif %}',
    )
    .replace(
      /<span class="meta">of \{\{ book\.publishAt[^<]*<\/span>/g,
      '{% if book.schedule.readyBy != "date" %}$&{% endif %}',
    )

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

interface SplitPage {
  before: string
  item: string
  after: string
}

/** Splits a page around the first item of its list of cards. */
function splitAtItem(html: string): SplitPage {
  const list = '<ul class="cards">'
  const start = html.indexOf(list) + list.length
  const end = html.indexOf('</li>', start) + '</li>'.length
  if (start < list.length || end < start) throw new Error('The page has no list of cards.')
  return { before: html.slice(0, start), item: html.slice(start, end), after: html.slice(end) }
}
