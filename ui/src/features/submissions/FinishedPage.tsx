import { serverConfig } from '../../lib/server-config'
import { useStored } from '../../lib/storage'
import { paths } from '../../paths'
import { ButtonLink } from '../../ui/ButtonLink'
import { EmptyState } from '../../ui/EmptyState'
import { Envelope } from '../../ui/illustrations/empty-states'
import { Page } from '../../ui/Page'
import { Result } from './prize/Result'

interface FinishedPageProps {
  /** Set if the game was skipped. */
  skip: string | undefined
}

export function FinishedPage({ skip }: FinishedPageProps) {
  const bid = useStored('bid')
  return (
    <Page title="Thank you!" narrow>
      <div className="stack">
        {!skip && <Result />}
        <EmptyState
          drawing={<Envelope />}
          title="Your handwriting has arrived."
          action={
            <ButtonLink href={bid ? paths.entries(bid) : paths.library} variant="primary">
              Goto Library
            </ButtonLink>
          }
        >
          <p>
            {serverConfig.sendsMail
              ? 'We will send you an email when your entries are live.'
              : 'Your entries go live when their book is published. Check the library now and then.'}
          </p>
        </EmptyState>
      </div>
    </Page>
  )
}
