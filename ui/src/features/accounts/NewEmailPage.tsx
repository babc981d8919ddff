import { useLocation, useSearchParams } from 'wouter'
import { wordsOf } from '../../api/error'
import { notify } from '../../lib/notify'
import { remember } from '../../lib/storage'
import { paths } from '../../paths'
import { useApplyEmailChange } from './account-queries'
import { SignInPage } from './SignInPage'

/** Where the link of the mail to a new address leads: sign in, and the address is changed. */
export function NewEmailPage() {
  const [, navigate] = useLocation()
  const code = useSearchParams()[0].get('oobCode')
  const apply = useApplyEmailChange()

  const applyCode = () => {
    navigate(paths.settings)
    if (!code) return
    apply.mutate(code, {
      onSuccess: ({ email }) => {
        remember({ email })
        notify({ words: `Your email address is now ${email}.`, tone: 'good' })
      },
      onError: (error) => notify({ words: wordsOf(error), tone: 'error' }),
    })
  }
  return <SignInPage onSignedIn={applyCode} />
}
