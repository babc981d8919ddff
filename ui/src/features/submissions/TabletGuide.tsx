import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useProfile } from '../../entities/member/queries'
import { usePlaysPrizePeg } from '../../lib/session'
import { type HelpPage, paths } from '../../paths'
import styles from './TabletGuide.module.css'

interface Tablet {
  /** Name in a member's profile. */
  name: string
  page: HelpPage
  /** Onto the tablet, writing, and back with the ink inside: a line each. */
  lines: readonly [ReactNode, ReactNode, ReactNode]
}

const TABLETS: Tablet[] = [
  {
    name: 'reMarkable',
    page: 'remarkable',
    lines: [
      <>
        Plug it in, and drop the PDF on <strong>http://10.11.99.1</strong> in your computer’s
        browser.
      </>,
      'Close the toolbar if it hides a box, and write.',
      'Download the form from the same address. It has your ink inside.',
    ],
  },
  {
    name: 'Supernote',
    page: 'supernote',
    lines: [
      <>
        Turn on <strong>Browse &amp; Access</strong>, open its address on a computer, and drop the
        PDF into <strong>Document</strong>.
      </>,
      'Open the form from Document, and write.',
      <>
        <strong>Export</strong> it as PDF with your annotations. Take the one in{' '}
        <strong>EXPORT</strong>.
      </>,
    ],
  },
  {
    name: 'Boox',
    page: 'boox',
    lines: [
      <>
        Download the PDF in the tablet’s own browser. It lands in <strong>Download</strong>.
      </>,
      'Open it in NeoReader, and write.',
      <>
        Use <strong>Embed</strong> in NeoReader’s menu. The copy in Download has your ink inside.
      </>,
    ],
  },
  {
    name: 'Scribe',
    page: 'scribe',
    lines: [
      <>
        Send the PDF to it by <strong>www.amazon.com/sendtokindle</strong>.
      </>,
      'Open the form, choose the pen, and write.',
      <>
        Tap <strong>Share</strong>, mail it to yourself, and follow the link{' '}
        <strong>Download PDF</strong>.
      </>,
    ],
  },
]

/** Way onto the member's own tablets and back, three lines each; a list of all guides if they have named none. */
export function TabletGuide() {
  const named = new Set(useProfile()?.preferredTablets.split(','))
  const own = TABLETS.filter(({ name }) => named.has(name))
  if (own.length === 0) {
    return (
      <>
        <p>By cable, by mail or by its app, as with any PDF. Step by step:</p>
        <HelpLinks />
      </>
    )
  }
  return (
    <>
      {own.map(({ name, page, lines }) => (
        <div key={name} className={styles.tablet}>
          <p>
            <strong>{name}</strong>
          </p>
          <ol className={styles.lines}>
            {lines.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change.
              <li key={index}>{line}</li>
            ))}
          </ol>
          <p>
            <Link href={paths.helpFor(page)}>
              Step by step<span className="visually-hidden">: {name}</span>
            </Link>
          </p>
        </div>
      ))}
      <details>
        <summary>Other tablets</summary>
        <HelpLinks />
      </details>
    </>
  )
}

const PAGES: [HelpPage, string][] = [
  ['remarkable', 'reMarkable'],
  ['supernote', 'Supernote'],
  ['boox', 'Boox'],
  ['scribe', 'Kindle Scribe'],
  ['ipad', 'iPad'],
  ['mobile', 'Phone and paper'],
]

const GAME: [HelpPage, string] = ['prizepeg', 'PrizePeg']

/** Links to the guides for each device and for the game. */
function HelpLinks() {
  const pages = usePlaysPrizePeg() ? [...PAGES, GAME] : PAGES
  return (
    <ul className={styles.links}>
      {pages.map(([page, name]) => (
        <li key={page}>
          <Link href={paths.helpFor(page)}>{name}</Link>
        </li>
      ))}
    </ul>
  )
}
