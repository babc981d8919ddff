import { useLocation } from 'wouter'
import { useBook } from '../../api/books'
import { remember } from '../../lib/storage'
import { paths } from '../../paths'
import { ButtonLink } from '../../ui/ButtonLink'
import { Card } from '../../ui/Card'
import { Page } from '../../ui/Page'
import { TYPE_HELP, TYPE_NAMES, TYPES } from './memo-types'
import styles from './TypePage.module.css'

/** How would you like to answer? */
export function TypePage({ bid }: { bid: string }) {
  const book = useBook(bid)
  const [here] = useLocation()
  return (
    <Page title="How would you like to contribute?" lead={`To the book “${book.name}”.`}>
      <ul className="cards">
        {TYPES.map((type) => (
          <li key={type}>
            <Card>
              <div className={styles.type}>
                <h2>{TYPE_NAMES[type]}</h2>
                <p className={styles.help}>{TYPE_HELP[type]}</p>
                <p>
                  <ButtonLink
                    href={paths.contribute(type, bid, here)}
                    look={type === 'hand' ? 'primary' : 'plain'}
                    onClick={() => remember({ bid })}
                  >
                    {TYPE_NAMES[type]}
                  </ButtonLink>
                </p>
              </div>
            </Card>
          </li>
        ))}
      </ul>
    </Page>
  )
}
