import { useState } from 'react'
import { AccountDeletionSummary } from '../../entities/member/AccountDeletionSummary'
import type { Profile } from '../../entities/member/queries'
import { errorMessage } from '../../lib/api-error'
import { serverConfig } from '../../lib/server-config'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { required } from '../../ui/checks'
import { Dialog } from '../../ui/Dialog'
import { Form } from '../../ui/Form'
import type { Check } from '../../ui/form-context'
import { PasswordField } from '../../ui/PasswordField'
import { Progress } from '../../ui/Progress'
import { Submit } from '../../ui/Submit'
import { TextField } from '../../ui/TextField'
import { useDeleteAccount, useExport, useOwnBooks } from './queries'

/** Download of everything stored about the member. */
export function YourData({ profile }: { profile: Profile }) {
  const made = useExport(`${serverConfig.name}-${profile.username}.zip`)
  return (
    <section className="stack" aria-labelledby="your-data">
      <h2 id="your-data">Your data</h2>
      {made.error && <Banner tone="error">{errorMessage(made.error)}</Banner>}
      {made.isSuccess && <Banner tone="good">Your data is in your downloads.</Banner>}
      <p>
        Everything that {serverConfig.name} stores about you, in one file. It has your account,
        profile and sessions, and all your answers with their pictures and earlier versions. Your
        posts, comments, likes, loves, reports and blocks are in it too.
      </p>
      <p className="meta">A zip file of pictures and plain text. Start with its README.txt.</p>
      {made.isPending && <Progress label="Collecting your data" />}
      <div className="row">
        <Button busy={made.isPending} onClick={() => made.mutate()}>
          {made.isPending ? 'Collecting your data…' : 'Download my data'}
        </Button>
      </div>
      <OwnBooks fileName={`${serverConfig.name}-${profile.username}.pdf`} />
    </section>
  )
}

/** Download of the member's memos as books. Unlike the export, a book has no history and no account data. */
function OwnBooks({ fileName }: { fileName: string }) {
  const bound = useOwnBooks(fileName)
  return (
    <>
      <h3>Your memos as a book</h3>
      {bound.error && <Banner tone="error">{errorMessage(bound.error)}</Banner>}
      {bound.isSuccess && <Banner tone="good">Your book is in your downloads.</Banner>}
      <p>Your current answers from all books in one PDF, published or not.</p>
      {bound.isPending && <Progress label="Making your book" />}
      <div className="row">
        <Button busy={bound.isPending} onClick={() => bound.mutate()}>
          {bound.isPending ? 'Making your book…' : 'My memos as PDF'}
        </Button>
      </div>
    </>
  )
}

/** Section of the settings that leads to the deletion of the account. */
export function DeleteAccount({ profile }: { profile: Profile }) {
  const [isConfirming, setIsConfirming] = useState(false)
  return (
    <section className="stack" aria-labelledby="delete-account">
      <h2 id="delete-account">Delete account</h2>
      <p>You can delete your account and everything that isn’t in a published book.</p>
      <div className="row">
        <Button variant="danger" onClick={() => setIsConfirming(true)}>
          Delete my account
        </Button>
      </div>
      {isConfirming && (
        <DeleteAccountDialog profile={profile} onClose={() => setIsConfirming(false)} />
      )}
    </section>
  )
}

interface DeleteAccountDialogProps {
  profile: Profile
  onClose(): void
}

/** Dialog that lists what is deleted and kept, and asks for password and username. */
function DeleteAccountDialog({ profile, onClose }: DeleteAccountDialogProps) {
  const remove = useDeleteAccount()
  const checkUsername: Check = (typed) =>
    typed.trim().toLowerCase() === profile.username.toLowerCase()
      ? undefined
      : 'This is not your username.'
  return (
    <Dialog title="Delete your account?" onClose={onClose}>
      <div className="stack">
        <p>
          This can’t be undone, not even by an admin. Download your data first if you want to keep
          it.
        </p>
        <AccountDeletionSummary />
        <Form<'password' | 'name'>
          onSubmit={(farewell) => remove.mutate(farewell)}
          error={remove.error}
          busy={remove.isPending}
        >
          <PasswordField
            name="password"
            label="Password"
            autoComplete="current-password"
            check={required('Enter your password.')}
          />
          <TextField
            name="name"
            label="Type your username to confirm"
            hint={`Your username is ${profile.username}.`}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            check={checkUsername}
          />
          <Submit variant="danger" waitsFor="Enter your password and your username.">
            {remove.isPending ? 'Deleting…' : 'Delete my account for good'}
          </Submit>
        </Form>
      </div>
    </Dialog>
  )
}
