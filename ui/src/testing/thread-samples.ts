import type { components } from '../api/schema'

type Schemas = components['schemas']

export const TOPIC: Schemas['TopicView'] = { id: 't1', name: 'Ink', code: 'ink', postCount: 40 }

/** A post of somebody else's. */
export const postOf = (
  id: string,
  changes: Partial<Schemas['PostView']> = {},
): Schemas['PostView'] => ({
  id,
  uid: 'u2',
  topicId: TOPIC.id,
  topic: TOPIC,
  isActive: true,
  isHidden: false,
  createdAt: { _seconds: 1_780_000_000, _nanoseconds: 0 },
  author: { username: 'mara', name: 'Mara Lindqvist' },
  caption: `Caption ${id}`,
  alt: '',
  dataUrl: `/media/post/${id}.png`,
  thumbUrl: `/media/post/${id}-480.png`,
  width: 1404,
  height: 1872,
  thumbs: [480, 960].map((width) => ({
    width,
    height: (width * 4) / 3,
    webp: `/media/post/${id}-${width}.webp`,
    png: `/media/post/${id}-${width}.png`,
  })),
  likes: 2,
  comments: 4,
  liked: false,
  ...changes,
})

/** Answers for the pages of a thread with so many posts, `p1` the newest. */
export function pagesOf(count: number) {
  const posts = Array.from({ length: count }, (_, index) => postOf(`p${index + 1}`))
  return (_: unknown, query: URLSearchParams): [number, unknown] => {
    const limit = Number(query.get('limit'))
    const after = posts.findIndex(({ id }) => id === query.get('after')) + 1
    const from = query.has('page') ? (Number(query.get('page')) - 1) * limit : after
    const thread = { code: TOPIC.code, topic: TOPIC }
    return [200, { results: posts.slice(from, from + limit), thread, total: count }]
  }
}
