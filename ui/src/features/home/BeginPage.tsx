import { paths } from '../../paths'
import { Badge } from '../../ui/Badge'
import { ButtonLink } from '../../ui/ButtonLink'
import { Card } from '../../ui/Card'
import { BoundBook, Conversation } from '../../ui/drawings/steps'
import { Page } from '../../ui/Page'
import styles from './BeginPage.module.css'

export function BeginPage() {
  return (
    <Page title="Where would you like to begin?">
      <div className={styles.choices}>
        <Card>
          <div className="stack">
            <BoundBook />
            <h2>Library</h2>
            <p>Answer a book’s questions by hand, and read the books that members have made.</p>
            <div>
              <ButtonLink href={paths.library} look="primary">
                Open the library
              </ButtonLink>
            </div>
          </div>
        </Card>
        <Card>
          <div className="stack">
            <Conversation />
            <h2>Threads</h2>
            <p>Show a drawing or a page, and talk about it with others.</p>
            <div>
              <Badge>Coming later</Badge>
            </div>
          </div>
        </Card>
      </div>
    </Page>
  )
}
