import { useStored } from '../../lib/storage'
import { paths } from '../../paths'
import { ButtonLink } from '../../ui/ButtonLink'
import { Card } from '../../ui/Card'
import { BookSpread } from '../../ui/illustrations/BookSpread'
import { Conversation } from '../../ui/illustrations/Conversation'
import { PenOnSheet } from '../../ui/illustrations/steps'
import { Page } from '../../ui/Page'
import styles from './BeginPage.module.css'

/** Landing page of members. */
export function BeginPage() {
  const firstName = useStored('name')?.split(' ')[0]
  return (
    <Page
      title={firstName ? `Good to see you, ${firstName}` : 'Good to see you'}
      lead="Where would you like to begin?"
    >
      <div className={styles.choices}>
        <Card>
          <div className={styles.choice}>
            <div className={styles.picture}>
              <BookSpread />
            </div>
            <h2>Library</h2>
            <p>Answer a book’s questions by hand, and read the books that members have made.</p>
            <ButtonLink href={paths.library} variant="primary">
              Open the library
            </ButtonLink>
          </div>
        </Card>
        <Card>
          <div className={styles.choice}>
            <div className={styles.picture}>
              <Conversation />
            </div>
            <h2>Threads</h2>
            <p>Show a drawing or a page, and talk about it with others.</p>
            <ButtonLink href={paths.threads}>Open the threads</ButtonLink>
          </div>
        </Card>
      </div>
      <LastBook />
    </Page>
  )
}

/** Link to the book that was opened last. */
function LastBook() {
  const bid = useStored('bid')
  if (!bid) return null
  return (
    <div className={styles.last}>
      <PenOnSheet />
      <div>
        <h2 className={styles.lastTitle}>Have you filled in your page?</h2>
        <p className={styles.lastText}>Its book is open where you left it.</p>
      </div>
      <div className={styles.lastWay}>
        <ButtonLink href={paths.contribute('hand', bid)}>Continue with your last book</ButtonLink>
      </div>
    </div>
  )
}
