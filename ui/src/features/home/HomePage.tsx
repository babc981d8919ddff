import { lazy, Suspense, useState } from 'react'
import { serverConfig } from '../../lib/server-config'
import { useSession } from '../../lib/session'
import { paths } from '../../paths'
import { ButtonLink } from '../../ui/ButtonLink'
import { Booklet } from '../../ui/illustrations/Booklet'
import { TabletToBook } from '../../ui/illustrations/TabletToBook'
import { Page } from '../../ui/Page'
import styles from './HomePage.module.css'

/** Below the first screen, so it can load a moment later. */
const FromPageToBook = lazy(async () => ({
  default: (await import('./FromPageToBook')).FromPageToBook,
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
            {session ? (
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
      <Suspense fallback={null}>
        <FromPageToBook />
      </Suspense>
    </Page>
  )
}
