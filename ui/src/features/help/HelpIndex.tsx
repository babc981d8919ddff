import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useProfile } from '../../entities/member/queries'
import { usePlaysPrizePeg } from '../../lib/session'
import { paths } from '../../paths'
import { Badge } from '../../ui/Badge'
import { Card, CardLink } from '../../ui/Card'
import { GUIDES, PRIZE_GAME } from './guides/all'
import type { Guide } from './guides/guide'
import styles from './HelpIndex.module.css'
import { HelpLayout } from './HelpLayout'
import { PegBoard } from './PegBoard'

/**
 * Guides with the member's own tablets first, in document order too, so that the keyboard reaches
 * them first. The profile may arrive after the list: tiles then change places once, but the mark
 * takes no space, so nothing around them moves.
 */
function ownFirst(preferred: string): { guide: Guide; own: boolean }[] {
  const chosen = preferred.split(',').map((each) => each.trim())
  const all = GUIDES.map((guide) => ({
    guide,
    own: guide.tablet !== undefined && chosen.includes(guide.tablet),
  }))
  return [...all.filter(({ own }) => own), ...all.filter(({ own }) => !own)]
}

export function HelpIndex() {
  const plays = usePlaysPrizePeg()
  const tablets = ownFirst(useProfile()?.preferredTablets ?? '')
  return (
    <HelpLayout
      title="Help"
      lead="How to get a form onto your tablet, write on it, and hand it in. Each page prints on one sheet."
    >
      <div className={styles.index}>
        <section aria-labelledby="devices">
          <h2 id="devices">What do you write on?</h2>
          <ul className={`cards ${styles.tiles}`}>
            {tablets.map(({ guide: { page, name, models, drawing: Device }, own }) => (
              <li key={page}>
                <Tile href={paths.helpFor(page)} name={name} drawing={<Device />} own={own}>
                  {models}
                </Tile>
              </li>
            ))}
          </ul>
          {plays && (
            <div className={styles.game}>
              <Tile
                href={paths.helpFor(PRIZE_GAME.page)}
                name={PRIZE_GAME.title}
                drawing={<PegBoard />}
                wide
              >
                The grid of pegs on page two: how to mark one, and how to check a draw.
              </Tile>
            </div>
          )}
        </section>
        <ForEveryTablet />
      </div>
    </HelpLayout>
  )
}

interface TileProps {
  href: string
  name: string
  drawing: ReactNode
  /** Whether it is one of the tablets in the member's profile. */
  own?: boolean
  /** Whether the tile fills a row. */
  wide?: boolean
  children: ReactNode
}

/** Help page in a list. The whole card is clickable; its name is the link. */
function Tile({ href, name, drawing, own = false, wide = false, children }: TileProps) {
  return (
    <Card>
      <div className={`${styles.tile} ${wide ? styles.wide : ''}`}>
        <div className={styles.drawing}>{drawing}</div>
        <div>
          <h3>
            <CardLink href={href} inText>
              {name}
            </CardLink>
            {own && (
              <span className={styles.own}>
                <Badge seal>Your tablet</Badge>
              </span>
            )}
          </h3>
          <p className={styles.words}>{children}</p>
        </div>
      </div>
    </Card>
  )
}

/** Error messages of the server, shortened, with the solution; most frequent first. */
const REFUSALS = [
  {
    said: 'The form is blank, or your handwriting isn’t in the file',
    todo: 'Export it again, as the help for your tablet says. Then check the file on a phone.',
  },
  {
    said: 'No questionnaire in this file',
    todo: 'Upload whole pages, unchanged, with the square codes in their corners.',
  },
  {
    said: 'Another book’s questionnaire',
    todo: 'Open that book here and upload the file there.',
  },
  {
    said: 'Locked, damaged, or too many pages',
    todo: 'Export only the form’s pages, as PDF or PNG, and without a password.',
  },
]

/** Help for all tablets. */
function ForEveryTablet() {
  return (
    <section aria-labelledby="for-all">
      <h2 id="for-all">On every device</h2>
      <div className={styles.topics}>
        <div className={styles.topic}>
          <h3>Is the ink in the file?</h3>
          <p>
            Most tablets keep handwriting beside a PDF, not in it. Before you upload, open the
            exported file on a phone. If you can read your answers there, so can we. If the boxes
            are empty, export it again.
          </p>
        </div>
        <div className={styles.topic}>
          <h3>Printing and scanning</h3>
          <p>
            A form is an ordinary PDF. Print it at actual size on A4 or Letter, and write with a
            dark pen. Then take a photo, or scan all pages into one PDF. Keep every corner mark in
            the picture. <Link href={paths.helpFor('mobile')}>Phone and paper, step by step</Link>
          </p>
        </div>
        <div className={styles.topic}>
          <h3>A tablet that can’t upload</h3>
          <p>
            Open the book on the tablet and press <strong>Send it from a phone</strong>. It shows a
            QR code and six letters. With either, a phone can send the file or a photo. Your answers
            then appear on the tablet. You don’t have to sign in on the phone.
          </p>
        </div>
        <div className={styles.topic}>
          <h3>Still stuck?</h3>
          <p>
            <Link href={paths.contact}>Contact us</Link>. Say which tablet you write on and what the
            page said. Attach the exported file.
          </p>
        </div>
      </div>
      <div className={`${styles.topic} ${styles.refused}`}>
        <h3>When a form is refused</h3>
        <dl className={styles.refusals}>
          {REFUSALS.map(({ said, todo }) => (
            <div key={said}>
              <dt className={styles.said}>{said}</dt>
              <dd className={styles.todo}>{todo}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}
