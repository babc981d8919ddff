import { useRef, useState } from 'react'
import { useKnownRoles } from '../../../entities/member/queries'
import { errorMessage } from '../../../lib/api-error'
import { withBasePath } from '../../../lib/base'
import { formatDay, timeAgo, toDate } from '../../../lib/format'
import { Badge } from '../../../ui/Badge'
import { Banner } from '../../../ui/Banner'
import { Button } from '../../../ui/Button'
import { CheckboxGroup } from '../../../ui/ChoiceGroup'
import { CodeBlock } from '../../../ui/CodeBlock'
import { CopyField } from '../../../ui/CopyField'
import { required } from '../../../ui/checks'
import { DescriptionList } from '../../../ui/DescriptionList'
import { Dialog } from '../../../ui/Dialog'
import { Form } from '../../../ui/Form'
import { Select } from '../../../ui/Select'
import { Skeleton } from '../../../ui/Skeleton'
import { Submit } from '../../../ui/Submit'
import { TextField } from '../../../ui/TextField'
import { checkCredentialName, MAX_CREDENTIAL_NAME } from '../checks'
import styles from '../SettingsPage.module.css'
import { type ApiToken, useApiTokens, useCreateApiToken, useRevokeApiToken } from './queries'

/** Section of the settings with the member's API tokens. */
export function ApiTokenSettings() {
  const { data: tokens, error } = useApiTokens()
  const [isCreating, setIsCreating] = useState(false)
  const [revoked, setRevoked] = useState<ApiToken>()
  const heading = useRef<HTMLHeadingElement>(null)
  const handleRevoked = () => {
    setRevoked(undefined)
    // The button that had the focus is removed with its token.
    setTimeout(() => heading.current?.focus())
  }
  return (
    <section className="stack" aria-labelledby="api-tokens">
      <h2 id="api-tokens" ref={heading} tabIndex={-1}>
        API tokens
      </h2>
      <p>
        With a token, a script can do some things for you without your password. Changing your
        password revokes all tokens.
      </p>
      {error && !tokens && <Banner tone="error">{errorMessage(error)}</Banner>}
      {!tokens && !error && <Skeleton label="Loading your tokens…" lines={1} />}
      {tokens && tokens.length > 0 && (
        <ul className={styles.rows}>
          {tokens.map((token) => (
            <li key={token.id} className={styles.item}>
              <TokenDetails token={token} />
              <div className="row">
                <Button aria-label={`Revoke ${token.name}`} onClick={() => setRevoked(token)}>
                  Revoke
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      <div className="row">
        <Button onClick={() => setIsCreating(true)}>Create a token</Button>
      </div>
      {isCreating && <CreateDialog onClose={() => setIsCreating(false)} />}
      {revoked && (
        <RevokeDialog
          token={revoked}
          onRevoked={handleRevoked}
          onClose={() => setRevoked(undefined)}
        />
      )}
    </section>
  )
}

/** Short names of the scopes, for the list. */
const SCOPE_NAMES: Record<string, string> = {
  read: 'Reading',
  memos: 'Answers',
  threads: 'Threads',
  books: 'Books',
  administration: 'Admin pages',
}

function TokenDetails({ token: { name, scopes, expiresAt, usedAt } }: { token: ApiToken }) {
  const end = toDate(expiresAt)
  const hasExpired = end.getTime() <= Date.now()
  return (
    <>
      <p className={styles.name}>
        {name} {hasExpired && <Badge>Expired</Badge>}
      </p>
      <DescriptionList
        facts={[
          { name: 'For', value: scopes.map((scope) => SCOPE_NAMES[scope] ?? scope).join(' · ') },
          { name: hasExpired ? 'Expired' : 'Expires', value: formatDay(end) },
          { name: 'Last used', value: usedAt ? timeAgo(toDate(usedAt)) : 'Never' },
        ]}
      />
    </>
  )
}

const SCOPES = [
  { value: 'read', label: 'Read everything that you can read.' },
  { value: 'memos', label: 'Submit, describe and remove your answers.' },
  { value: 'threads', label: 'Post, comment, like and report in threads.' },
]

const KEEPER_SCOPES = [
  { value: 'books', label: 'Look after your books and publish them.' },
  { value: 'administration', label: 'Read the admin pages that you can see.' },
]

const MODERATOR_SCOPES = KEEPER_SCOPES.filter(({ value }) => value === 'administration')

const DAYS = [
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
]

type Field = 'name' | 'scopes' | 'days'

/** Dialog that creates a token and shows its text once. */
function CreateDialog({ onClose }: { onClose(): void }) {
  const { isKeeper, isModerator } = useKnownRoles()
  const create = useCreateApiToken()
  const ofRoles = isKeeper ? KEEPER_SCOPES : isModerator ? MODERATOR_SCOPES : []
  if (create.data) {
    return (
      // Another dialog, so that screen readers announce it.
      <Dialog key="created" title="Copy your token" onClose={onClose}>
        <NewToken token={create.data.token} onCopied={onClose} />
      </Dialog>
    )
  }
  const submit = ({ name, scopes, days }: Record<Field, string>) =>
    create.mutate({ name: name.trim(), scopes: scopes.split(','), days: Number(days) })
  return (
    <Dialog title="Create a token" onClose={onClose}>
      <Form<Field> onSubmit={submit} error={create.error} busy={create.isPending}>
        <TextField
          name="name"
          label="Name"
          hint="Such as the name of your script."
          autoComplete="off"
          maxCharacters={MAX_CREDENTIAL_NAME}
          check={checkCredentialName}
        />
        <CheckboxGroup
          name="scopes"
          label="What can it do?"
          choices={[...SCOPES, ...ofRoles]}
          stacked
          defaultValue="read"
          check={checkScopes}
        />
        <Select name="days" label="When does it expire?" options={DAYS} defaultValue="90" />
        <Submit>{create.isPending ? 'Creating…' : 'Create the token'}</Submit>
      </Form>
    </Dialog>
  )
}

const checkScopes = required('Choose at least one.')

interface NewTokenProps {
  token: string
  onCopied(): void
}

/** Text of a new token, with an example of its use. */
function NewToken({ token, onCopied }: NewTokenProps) {
  const address = window.location.origin + withBasePath('/api/search?q=ink')
  return (
    <div className="stack">
      <p>
        <strong>Copy it now.</strong> It won’t be shown again. Anyone who has it can use it.
      </p>
      <CopyField name="token" label="Your token" value={token} copyLabel="Copy your token" />
      <p>Send it with every call, as in this example:</p>
      <CodeBlock>{`curl -H "Authorization: Bearer inkfold_…" '${address}'`}</CodeBlock>
      <div className="row">
        <Button variant="primary" onClick={onCopied}>
          I’ve copied it
        </Button>
      </div>
    </div>
  )
}

interface RevokeDialogProps {
  token: ApiToken
  onRevoked(): void
  onClose(): void
}

function RevokeDialog({ token, onRevoked, onClose }: RevokeDialogProps) {
  const { mutate, error, isPending } = useRevokeApiToken(token, onRevoked)
  return (
    <Dialog title={`Revoke “${token.name}”?`} onClose={onClose}>
      <div className="stack">
        {error && <Banner tone="error">{errorMessage(error)}</Banner>}
        <p>Scripts that use this token stop working at once. You can’t undo this.</p>
        <div className="row">
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" busy={isPending} onClick={() => mutate()}>
            Revoke the token
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
