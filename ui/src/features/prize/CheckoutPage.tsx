import type { ReactNode } from 'react'
import { errorMessage } from '../../lib/api-error'
import { plural } from '../../lib/format'
import { serverConfig } from '../../lib/server-config'
import { useMember } from '../../lib/session'
import { useStored } from '../../lib/storage'
import { paths } from '../../paths'
import { Banner } from '../../ui/Banner'
import { ButtonLink, OutsideLink } from '../../ui/ButtonLink'
import { Page } from '../../ui/Page'
import { Skeleton } from '../../ui/Skeleton'
import styles from './CheckoutPage.module.css'
import { useCheckout } from './queries'

/** Page that sells a credit for another submission, with the payment page embedded or on its own. */
export function CheckoutPage() {
  const { email } = useMember()
  const bid = useStored('bid')
  const { data, error } = useCheckout(email, bid)
  if (!data) {
    return (
      <Sheet>
        {error ? (
          <>
            <Banner tone="error">
              {errorMessage(error, 'The payment page could not be found.')}
            </Banner>
            <ToLibrary />
          </>
        ) : (
          <Skeleton label="Looking for the payment page…" lines={4} />
        )}
      </Sheet>
    )
  }
  const { available, max, checkout } = data
  if (available === 0) {
    return (
      <Sheet>
        <p>The limit of {max} resubmissions has been reached.</p>
        <ToLibrary />
      </Sheet>
    )
  }
  if (!checkout) {
    return (
      <Sheet>
        <p>Submitting a form again is free here.</p>
        <div className="row">
          {bid && <ButtonLink href={paths.contribute('hand', bid)}>Back to your form</ButtonLink>}
          <ButtonLink href={paths.library}>Go to the library</ButtonLink>
        </div>
      </Sheet>
    )
  }
  const paid = bid ? paths.contribute('hand', bid) : paths.library
  return serverConfig.framesCheckout ? (
    <Page title="Checkout">
      <div className="stack">
        <div className="row">
          <ButtonLink href={paid}>I have paid</ButtonLink>
          <OutsideLink href={checkout} variant="quiet">
            Open the payment page on its own
          </OutsideLink>
        </div>
        <iframe title="Checkout" src={checkout} className={styles.frame} />
      </div>
    </Page>
  ) : (
    <Sheet>
      <h2>Submit again</h2>
      <p>
        {plural(
          available,
          'You can submit a form of this book once more, for one credit.',
          'You can submit a form of this book # more times, each for one credit.',
        )}
      </p>
      <p>You pay on the page of a payment service. It gets your email and account number.</p>
      <div className="row">
        <OutsideLink href={checkout} variant="primary">
          Go to the payment page
        </OutsideLink>
        <ButtonLink href={paid}>I have paid</ButtonLink>
      </div>
    </Sheet>
  )
}

const Sheet = ({ children }: { children: ReactNode }) => (
  <Page title="Checkout" narrow>
    <div className="stack">{children}</div>
  </Page>
)

const ToLibrary = () => (
  <div>
    <ButtonLink href={paths.library}>Go to the library</ButtonLink>
  </div>
)
