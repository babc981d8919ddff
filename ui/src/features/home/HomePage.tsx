import { lazy, Suspense, useState } from 'react'
import { serverConfig } from '../../lib/server-config'
import { useGuestBook, useSession } from '../../lib/session'
import { paths } from '../../paths'
import { ButtonLink } from '../../ui/ButtonLink'
import { Handwriting, Illustration, Pencil, Seal } from '../../ui/illustrations/Illustration'
import { TabletToBook } from '../../ui/illustrations/TabletToBook'
import { Page } from '../../ui/Page'
import { Skeleton } from '../../ui/Skeleton'
import styles from './HomePage.module.css'

/** Below the first screen, so it can load a moment later. */
const BelowTheFold = lazy(async () => ({
  default: (await import('./BelowTheFold')).BelowTheFold,
}))

/** One of two pictures, chosen at random for each visit. */
const anyPicture = () => (Math.random() < 0.5 ? <Booklet /> : <TabletToBook />)

const REASONS = [
  {
    title: 'In your own hand',
    text: 'Your pages stay as you wrote them: the crossings-out, the margins, the little drawings.',
  },
  {
    title: 'On the tablet you have',
    text: 'reMarkable, Supernote, Boox, Kindle Scribe or iPad. A form is a PDF, and nothing to install.',
  },
  {
    title: 'In good company',
    text: 'One question, many voices: every book sets its members’ answers side by side.',
  },
]

export function HomePage() {
  const [picture] = useState(anyPicture)
  const session = useSession()
  const guestOf = useGuestBook()
  return (
    <Page title="Write by hand. Be read by people." ownHeading>
      <div className={styles.hero}>
        <div>
          {serverConfig.name !== 'Inkfold' && (
            <p className={styles.welcome}>Welcome to {serverConfig.name}</p>
          )}
          <h1 tabIndex={-1} className={styles.title}>
            <span>Write by hand.</span> <span>Be read by people.</span>
          </h1>
          <p className={styles.lead}>
            Take a page, fill it on your tablet, and fold it into a book made by many hands.
          </p>
          <div className="row">
            {guestOf !== null ? (
              <ButtonLink href={paths.entries(guestOf)} variant="primary">
                Open your book
              </ButtonLink>
            ) : session || serverConfig.registration === 'closed' ? (
              <ButtonLink href={paths.library} variant="primary">
                Open the library
              </ButtonLink>
            ) : (
              <ButtonLink href={paths.signUp} variant="primary">
                Get started
              </ButtonLink>
            )}
            <ButtonLink href={paths.features}>Learn more</ButtonLink>
          </div>
        </div>
        <div className={styles.picture}>{picture}</div>
      </div>
      <ul className={styles.reasons}>
        {REASONS.map(({ title, text }) => (
          <li key={title} className={styles.reason}>
            <h2 className={styles.reasonTitle}>{title}</h2>
            <p>{text}</p>
          </li>
        ))}
      </ul>
      <Suspense fallback={<Skeleton label="" lines={8} />}>
        <BelowTheFold />
      </Suspense>
    </Page>
  )
}

/** A folded booklet: a finished page under its seal, and one that is still being written. */
function Booklet() {
  return (
    <Illustration width={480} height={400}>
      <path stroke="var(--rule)" d="M30 362h54M104 374h88M216 362h40M300 382h60" />
      <path
        fill="var(--card)"
        d="M28 340Q130 306 236 330 342 306 446 340V104L402 60 236 72 28 84Z"
      />
      <path fill="var(--card)" d="M28 72Q130 38 236 62V320Q130 296 28 330Z" />
      <path fill="var(--card)" d="M236 62Q330 40 400 58L446 102V330Q342 296 236 320Z" />
      <path fill="var(--sunk)" d="M400 58Q406 82 402 104 424 100 446 102Z" />
      <path strokeWidth="4" d="M236 118v16M236 248v16" />
      <g transform="rotate(-4 130 190)">
        <Handwriting
          left={58}
          top={112}
          leading={34}
          size={1.2}
          rows={['lun gele mer', 'der unel ule', 'mule ge nur', 'del ueng']}
        />
      </g>
      <Seal x={112} y={272} />
      <g transform="rotate(4 340 190)">
        <path stroke="var(--line)" strokeDasharray="1 6" d="M264 104h92M264 120h64" />
        <path stroke="var(--line)" strokeWidth="1.500" d="M262 140H424V286H262Z" />
        <Handwriting
          left={276}
          top={176}
          leading={34}
          size={1.1}
          rows={['rule den g', 'neul egen', 'lu']}
        />
      </g>
      <Pencil x={304} y={244} angle={47} />
    </Illustration>
  )
}
