import { useLocation, useSearchParams } from 'wouter'
import { paths } from '../../paths'
import { useApplyEmailChange } from './queries'
import { SignInPage } from './SignInPage'

/** Target of the link in the mail to a new address: sign-in, which then applies the change. */
export function ConfirmEmailChangePage() {
  const [, navigate] = useLocation()
  const code = useSearchParams()[0].get('oobCode')
  const { mutate } = useApplyEmailChange()
  const applyCode = () => {
    if (code) mutate(code)
    navigate(paths.settings)
  }
  return <SignInPage onSignedIn={applyCode} />
}
