import { Link } from 'wouter'
import { MAX_LENGTHS } from '../../api/limits'
import type { Profile } from '../../entities/member/queries'
import { paths } from '../../paths'
import { Banner } from '../../ui/Banner'
import { CheckboxGroup, RadioGroup } from '../../ui/ChoiceGroup'
import { required } from '../../ui/checks'
import { Form } from '../../ui/Form'
import { Submit } from '../../ui/Submit'
import { TextField } from '../../ui/TextField'
import { capitalised } from './checks'
import { HANDEDNESS, LANGUAGES, TABLETS } from './profile-options'
import { useUpdateProfile } from './queries'

type Field = 'name' | 'handedness' | 'preferredTablets' | 'spokenLanguages'

/** Form with the member's name and writing tools. */
export function ProfileForm({ profile }: { profile: Profile }) {
  const update = useUpdateProfile()
  return (
    <section className="stack" aria-labelledby="your-profile">
      <h2 id="your-profile">Your profile</h2>
      {update.isSuccess && <Banner tone="good">Updated successfully.</Banner>}
      <Form<Field>
        onSubmit={(values) => update.mutate({ uid: profile.uid, token: '', ...values })}
        error={update.error}
        explain={() => 'There was an error updating. Please try again later.'}
        busy={update.isPending}
        saved={update.isSuccess}
      >
        <TextField
          name="name"
          label="Name"
          autoComplete="name"
          maxCharacters={MAX_LENGTHS.ProfileUpdate.name}
          defaultValue={profile.name}
          check={required('Enter your name.')}
          tidy={capitalised}
        />
        <RadioGroup
          name="handedness"
          label="Which hand do you write with?"
          choices={HANDEDNESS}
          defaultValue={profile.handedness}
        />
        <CheckboxGroup
          name="preferredTablets"
          label="Preferred tablets"
          hint={
            <>
              An iPad or any other tablet works, too.{' '}
              <Link href={paths.helpFor('ipad')}>Help for iPad</Link>
            </>
          }
          choices={TABLETS}
          defaultValue={profile.preferredTablets}
        />
        <CheckboxGroup
          name="spokenLanguages"
          label="Spoken languages"
          choices={LANGUAGES}
          defaultValue={profile.spokenLanguages}
        />
        <Submit needsChange>{update.isPending ? 'Saving…' : 'Save'}</Submit>
      </Form>
    </section>
  )
}
