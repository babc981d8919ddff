import { useState } from 'react'
import type { Profile } from '../../api/profiles'
import { Button } from '../../ui/Button'
import { DeleteAccountDialog } from './DeleteAccountDialog'

/** The way to leaving for good. What it means is said in the dialog. */
export function DeleteAccount({ profile }: { profile: Profile }) {
  const [asking, setAsking] = useState(false)
  return (
    <section className="stack" aria-labelledby="delete-account">
      <h2 id="delete-account">Leaving</h2>
      <p>You can delete your account and everything that isn’t in a published book.</p>
      <div className="row">
        <Button look="danger" onClick={() => setAsking(true)}>
          Delete my account
        </Button>
      </div>
      {asking && <DeleteAccountDialog profile={profile} onClose={() => setAsking(false)} />}
    </section>
  )
}
