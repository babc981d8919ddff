import { useRef, useState } from 'react'
import { type Passkey, usePasskeys } from '../../../entities/member/passkeys'
import { errorMessage } from '../../../lib/api-error'
import { withBasePath } from '../../../lib/base'
import { timeAgo, toDate } from '../../../lib/format'
import { type PasskeyObstacle, passkeyObstacle, unlessCancelled } from '../../../lib/passkeys'
import { serverConfig } from '../../../lib/server-config'
import { paths } from '../../../paths'
import { Banner } from '../../../ui/Banner'
import { Button } from '../../../ui/Button'
import { Dialog } from '../../../ui/Dialog'
import { Form } from '../../../ui/Form'
import { Skeleton } from '../../../ui/Skeleton'
import { Submit } from '../../../ui/Submit'
import { TextField } from '../../../ui/TextField'
import { checkCredentialName, MAX_CREDENTIAL_NAME } from '../checks'
import styles from '../SettingsPage.module.css'
import { useAddPasskey, useRemovePasskey, useRenamePasskey } from './queries'

type Open = { dialog: 'add' } | { dialog: 'rename' | 'remove'; passkey: Passkey }

/** Section of the settings with the member's passkeys. */
export function PasskeySettings() {
  const { data: passkeys, error } = usePasskeys()
  const [open, setOpen] = useState<Open>()
  const heading = useRef<HTMLHeadingElement>(null)
  const obstacle = passkeyObstacle()
  const close = () => setOpen(undefined)
  const handleRemoved = () => {
    close()
    // The button that had the focus is removed with its passkey.
    setTimeout(() => heading.current?.focus())
  }
  return (
    <section className="stack" aria-labelledby="passkeys">
      <h2 id="passkeys" ref={heading} tabIndex={-1}>
        Passkeys
      </h2>
      <p>
        With a passkey, you sign in with your fingerprint, face or PIN instead of a password. It
        stays on your device or in your password manager.
      </p>
      {obstacle && <Obstacle kind={obstacle} />}
      {error && !passkeys && <Banner tone="error">{errorMessage(error)}</Banner>}
      {!passkeys && !error && <Skeleton label="Loading your passkeys…" lines={1} />}
      {passkeys && passkeys.length > 0 && (
        <ul className={styles.rows}>
          {passkeys.map((passkey) => (
            <li key={passkey.id} className={styles.item}>
              <p className={styles.name}>{passkey.name}</p>
              <p className="meta">{formatUse(passkey)}</p>
              <div className="row">
                <Button
                  aria-label={`Rename ${passkey.name}`}
                  onClick={() => setOpen({ dialog: 'rename', passkey })}
                >
                  Rename
                </Button>
                <Button
                  variant="quiet"
                  aria-label={`Remove ${passkey.name}`}
                  onClick={() => setOpen({ dialog: 'remove', passkey })}
                >
                  Remove
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {!obstacle && (
        <div className="row">
          <Button onClick={() => setOpen({ dialog: 'add' })}>Add a passkey</Button>
        </div>
      )}
      {open?.dialog === 'add' && <AddDialog passkeys={passkeys ?? []} onClose={close} />}
      {open?.dialog === 'rename' && <RenameDialog passkey={open.passkey} onClose={close} />}
      {open?.dialog === 'remove' && (
        <RemoveDialog passkey={open.passkey} onRemoved={handleRemoved} onClose={close} />
      )}
    </section>
  )
}

function formatUse({ createdAt, usedAt }: Passkey): string {
  const added = timeAgo(toDate(createdAt))
  return usedAt
    ? `Added ${added}, last used ${timeAgo(toDate(usedAt))}`
    : `Added ${added}, not used yet`
}

/** Reason why no passkey can be added here. */
function Obstacle({ kind }: { kind: PasskeyObstacle }) {
  switch (kind) {
    case 'no-https':
      return <p>Passkeys need an https address.</p>
    case 'elsewhere': {
      const origin = serverConfig.passkeyOrigin ?? ''
      return (
        <p>
          Passkeys work at <a href={origin + withBasePath(paths.settings)}>{origin}</a>.
        </p>
      )
    }
    case 'browser':
      return <p>This browser doesn’t support passkeys.</p>
  }
}

interface NameFieldProps {
  defaultValue: string
}

const NameField = ({ defaultValue }: NameFieldProps) => (
  <TextField
    name="name"
    label="Name"
    hint="To tell your passkeys apart."
    autoComplete="off"
    defaultValue={defaultValue}
    maxCharacters={MAX_CREDENTIAL_NAME}
    check={checkCredentialName}
  />
)

interface AddDialogProps {
  /** Passkeys that the member has. */
  passkeys: Passkey[]
  onClose(): void
}

/** Dialog that adds a passkey of this browser. */
function AddDialog({ passkeys, onClose }: AddDialogProps) {
  const add = useAddPasskey(onClose)
  const [suggestion] = useState(() => suggestName(passkeys.map(({ name }) => name)))
  return (
    <Dialog title="Add a passkey" onClose={onClose}>
      <Form<'name'>
        onSubmit={({ name }) => add.mutate(name.trim())}
        error={unlessCancelled(add.error)}
        busy={add.isPending}
      >
        <p>Your browser then asks where to save the passkey.</p>
        <NameField defaultValue={suggestion} />
        <Submit>{add.isPending ? 'Adding…' : 'Add the passkey'}</Submit>
      </Form>
    </Dialog>
  )
}

interface PasskeyDialogProps {
  passkey: Passkey
  onClose(): void
}

function RenameDialog({ passkey: { id, name }, onClose }: PasskeyDialogProps) {
  const rename = useRenamePasskey(id, onClose)
  return (
    <Dialog title={`Rename “${name}”`} onClose={onClose}>
      <Form<'name'>
        onSubmit={(form) => rename.mutate(form.name.trim())}
        error={rename.error}
        busy={rename.isPending}
      >
        <NameField defaultValue={name} />
        <Submit needsChange>{rename.isPending ? 'Saving…' : 'Save'}</Submit>
      </Form>
    </Dialog>
  )
}

interface RemoveDialogProps extends PasskeyDialogProps {
  onRemoved(): void
}

function RemoveDialog({ passkey, onRemoved, onClose }: RemoveDialogProps) {
  const { mutate, error, isPending } = useRemovePasskey(passkey, onRemoved)
  return (
    <Dialog title={`Remove “${passkey.name}”?`} onClose={onClose}>
      <div className="stack">
        {error && <Banner tone="error">{errorMessage(error)}</Banner>}
        <p>
          You can’t sign in with it any more. Delete it from your device or password manager, too.
        </p>
        <div className="row">
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" busy={isPending} onClick={() => mutate()}>
            Remove the passkey
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

/** Names of platforms, by what their browsers call themselves. The first match counts. */
const PLATFORMS: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'Chromebook'],
  [/Macintosh/, 'Mac'],
  [/Windows/, 'Windows'],
  [/Linux/, 'Linux'],
]

/** Name of this device's platform, with a number if another passkey has that name. */
function suggestName(taken: string[]): string {
  const platform =
    PLATFORMS.find(([pattern]) => pattern.test(navigator.userAgent))?.[1] ?? 'Passkey'
  if (!taken.includes(platform)) return platform
  let number = 2
  while (taken.includes(`${platform} ${number}`)) number += 1
  return `${platform} ${number}`
}
