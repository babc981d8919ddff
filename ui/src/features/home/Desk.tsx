import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'wouter'
import { BookDates } from '../../entities/book/BookDates'
import type { Book } from '../../entities/book/queries'
import { draftNames } from '../../lib/drafts'
import { plural } from '../../lib/format'
import { paths } from '../../paths'
import { ButtonLink } from '../../ui/ButtonLink'
import styles from './Desk.module.css'
import { type DeskData, useDesk } from './queries'
import { markNewsSeen, newsSinceLastVisit } from './seen-news'

/** Maximum number of commented posts that are listed. */
const MAX_COMMENTED_POSTS = 3
/** Maximum number of new editions that are listed. */
const MAX_EDITIONS = 5

/** Unfinished work of the member, and news since the last visit. Renders nothing while there is neither. */
export function Desk({ uid }: { uid: string }) {
  const desk = useDesk(uid)
  return (
    <div className={styles.desk}>
      <Unfinished uid={uid} desk={desk} />
      <WhatsNew desk={desk} />
    </div>
  )
}

/** Begun books with open questions, unsaved drafts, and pending posts. */
function Unfinished({ uid, desk }: { uid: string; desk: DeskData }) {
  const { books, memos, begun, pending } = desk
  const lines: ReactNode[] = []
  for (const { book, questions } of begun) {
    const answered = new Set(memos.filter(({ bid }) => bid === book.id).map(({ qid }) => qid))
    const open = questions.filter(({ key }) => !answered.has(key)).length
    if (open === 0) continue
    lines.push(
      <Line
        key={book.id}
        href={paths.entries(book.id)}
        action="Continue"
        of={book.name}
        dated={book}
      >
        <strong>{book.name}</strong>: {plural(open, 'one open question', '# open questions')}
      </Line>,
    )
  }
  for (const book of books) {
    const { id, name } = book
    const drafts = draftNames(`${uid}/${id}/`).length
    if (drafts === 0) continue
    lines.push(
      <Line
        key={`draft-${id}`}
        href={paths.contribute('text', id)}
        action="Finish"
        of={name}
        dated={book}
      >
        <strong>{name}</strong>:{' '}
        {plural(drafts, 'one draft that isn’t saved', '# drafts that aren’t saved')}
      </Line>,
    )
  }
  if (pending > 0) {
    lines.push(
      <Line key="pending" href={paths.pendingPosts} action="Publish them">
        {plural(pending, 'One post isn’t published yet', '# posts aren’t published yet')}
      </Line>,
    )
  }
  return <Lines id="unfinished" title="Unfinished" lines={lines} />
}

/** Loves, comments and editions since the last visit. They stay until the page is left. */
function WhatsNew({ desk }: { desk: DeskData }) {
  const [news] = useState(() => newsSinceLastVisit(desk))
  useEffect(() => markNewsSeen(desk), [desk])
  const lines: ReactNode[] = []
  for (const { book, memos: own } of news.editions.slice(0, MAX_EDITIONS)) {
    lines.push(
      <Line key={book.id} href={paths.read(book.id)} action="Read" of={book.name}>
        {describeEdition(book, own)}
      </Line>,
    )
  }
  if (news.loves > 0) {
    lines.push(
      <Line key="loves" href={paths.myPages} action="Look" of="your pages">
        {plural(news.loves, 'One new love for your pages', '# new loves for your pages')}
      </Line>,
    )
  }
  for (const { pid, topic, newest } of news.comments.slice(0, MAX_COMMENTED_POSTS)) {
    lines.push(
      <Line key={pid} href={paths.post(pid)} action="Reply" of={`your post in ${topic}`}>
        <strong>{newest.user.name}</strong> on your post in {topic}: “{newest.text}”
      </Line>,
    )
  }
  return <Lines id="news" title="New" lines={lines} />
}

/** New edition of a book, with the number of the member's memos in it. */
function describeEdition({ name, edition }: Book, own: number): string {
  if (own > 0) {
    return plural(
      own,
      '{name} is published, with one of your answers',
      '{name} is published, with # of your answers',
      { name },
    )
  }
  return edition === 1 ? `${name} is published` : `A new edition of ${name} is published`
}

interface LinesProps {
  id: string
  title: string
  lines: ReactNode[]
}

function Lines({ id, title, lines }: LinesProps) {
  if (lines.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      <ul>{lines}</ul>
    </section>
  )
}

interface LineProps {
  href: string
  action: string
  /** Name of the item, for screen readers, if the action doesn't say it. */
  of?: string
  /** Book whose dates are shown. */
  dated?: Book
  children: ReactNode
}

const Line = ({ href, action, of, dated, children }: LineProps) => (
  <li className={styles.line}>
    <div>
      <p className={styles.text}>{children}</p>
      {dated && <BookDates book={dated} isBrief />}
    </div>
    <Link href={href}>
      {action}
      {of && <span className="visually-hidden">: {of}</span>}
    </Link>
  </li>
)

/** Link to all memos of the member. */
export const MyPagesLink = () => (
  <p className={styles.pages}>
    <ButtonLink href={paths.myPages}>My pages</ButtonLink>
  </p>
)
