import { Redirect, useLocation } from 'wouter'
import { randomId } from '../../lib/random-id'
import { serverConfig } from '../../lib/server-config'
import { getStored } from '../../lib/storage'
import { paths } from '../../paths'
import { CheckboxGroup, RadioGroup } from '../../ui/ChoiceGroup'
import { Form } from '../../ui/Form'
import { Page } from '../../ui/Page'
import { Submit } from '../../ui/Submit'
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
  return uid && email && name && token ? { uid, email, name, token } : undefined
}

export function SignUpProfilePage() {
  const [, navigate] = useLocation()
  const finishRegistration = useFinishRegistration(() =>
    navigate(paths.signIn({ reg: randomId() })),
  )
  const who = newcomer()
  if (!who) return <Redirect to={paths.signIn()} replace />

  return (
    <Page
      title={`Welcome, ${who.name.split(' ')[0]}`}
      lead="How do you write? You can change this later."
      narrow
    >
      <Form<Field>
        onSubmit={(profile) => finishRegistration.mutate({ newcomer: who, profile })}
        busy={finishRegistration.isPending}
      >
        <RadioGroup name="handedness" label="Which hand do you write with?" choices={HANDEDNESS} />
        <CheckboxGroup name="preferredTablets" label="Preferred tablets" choices={TABLETS} />
        <CheckboxGroup name="spokenLanguages" label="Spoken languages" choices={LANGUAGES} />
        {serverConfig.sendsMail && (
          <p>When you’re done, we’ll send you an email. Follow its link to verify your address.</p>
        )}
        <Submit>{finishRegistration.isPending ? 'Saving…' : 'Done'}</Submit>
      </Form>
    </Page>
  )
}
