import { Redirect, useLocation } from 'wouter'
import { randomId } from '../../lib/random-id'
import { serverConfig } from '../../lib/server-config'
import { useIsApplicant } from '../../lib/session'
import { getStored } from '../../lib/storage'
import { words } from '../../locales/en'
import { paths } from '../../paths'
import { Banner } from '../../ui/Banner'
import { CheckboxGroup, RadioGroup } from '../../ui/ChoiceGroup'
import { Form } from '../../ui/Form'
import { Page } from '../../ui/Page'
import { Submit } from '../../ui/Submit'
import { useLast } from './last'
import { HANDEDNESS, LANGUAGES, TABLETS } from './profile-options'
import { type Newcomer, useFinishRegistration } from './queries'

type Field = 'handedness' | 'preferredTablets' | 'spokenLanguages'

/** The new member as sign-up stored them; undefined after a sign-in elsewhere. */
function newcomer(): Newcomer | undefined {
  const [uid, email, name, token] = [
    getStored('uid'),
    getStored('email'),
    getStored('name'),
    getStored('token'),
  ]
  // Stored with every session that begins.
  const isSignedIn = getStored('isAdmin') !== null
  return uid && email && name && token ? { uid, email, name, token, isSignedIn } : undefined
}

export function SignUpProfilePage() {
  const [, navigate] = useLocation()
  const last = useLast()
  const who = newcomer()
  const isApplicant = useIsApplicant()
  // Members whose address has to be verified sign in, where they see it once more: a mistake in it
  // would otherwise show only when no mail arrives.
  const next = who?.isSignedIn ? (last ?? paths.begin) : paths.signIn({ reg: randomId(), last })
  const finishRegistration = useFinishRegistration(() => navigate(next, { replace: true }))
  if (!who) return <Redirect to={paths.signIn({ last })} replace />

  return (
    <Page
      title={`Welcome, ${who.name.split(' ')[0]}`}
      lead="How do you write? You can change this later."
      narrow
    >
      <Form<Field>
        onSubmit={(profile) => finishRegistration.mutate({ newcomer: who, profile, last })}
        busy={finishRegistration.isPending}
      >
        {isApplicant && <Banner>{words.application.waiting}</Banner>}
        <RadioGroup name="handedness" label="Which hand do you write with?" choices={HANDEDNESS} />
        <CheckboxGroup
          name="preferredTablets"
          label="Preferred tablets"
          hint="An iPad or any other tablet works, too."
          choices={TABLETS}
        />
        <CheckboxGroup name="spokenLanguages" label="Spoken languages" choices={LANGUAGES} />
        {serverConfig.sendsMail && !who.isSignedIn && (
          <p>When you’re done, we’ll send you an email. Follow its link to verify your address.</p>
        )}
        <Submit>{finishRegistration.isPending ? 'Saving…' : 'Done'}</Submit>
      </Form>
    </Page>
  )
}
