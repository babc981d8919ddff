import { useRef, useState } from 'react'
import { type Block, useBlocks, useUnblock } from '../../entities/member/blocks'
import { FreshPasswordDialog } from '../../entities/member/FreshPasswordDialog'
import { useProfile } from '../../entities/member/queries'
import { useChooseReminders, useReminderPreference } from '../../entities/member/reminders'
import { useChooseDrafts, useDraftPreference } from '../../entities/memo/queries'
import { errorMessage } from '../../lib/api-error'
import { timeAgo, toDate } from '../../lib/format'
import { notify } from '../../lib/notify'
import { serverConfig } from '../../lib/server-config'
import { useMember } from '../../lib/session'
import { chooseShortcuts, useShortcutsAreOn } from '../../lib/shortcuts'
import { DisplayChoices } from '../../shell/DisplayDialog'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { Checkbox, RadioGroup } from '../../ui/ChoiceGroup'
import { Page } from '../../ui/Page'
import { RelativeTime } from '../../ui/RelativeTime'
import { Skeleton } from '../../ui/Skeleton'
import { AccountForm } from './AccountForm'
import { ApiTokenSettings } from './api-tokens/ApiTokenSettings'
import { DeleteAccount } from './DeleteAccount'
import { EditionMails } from './EditionMails'
import { EmailForm } from './EmailForm'
import { MailAddresses } from './MailAddresses'
import { ProfileForm } from './ProfileForm'
import { PasskeySettings } from './passkeys/PasskeySettings'
import { type Session, useEndSession, useSessions } from './queries'
import styles from './SettingsPage.module.css'
import { TwoFactor } from './TwoFactor'
import { YourData } from './YourData'

/** Settings of the account, the profile and this device; export and deletion of data. */
export function SettingsPage() {
  const profile = useProfile()
  return (
    <Page title="Settings">
      <div className={styles.sections}>
        <div className="stack">
          <Card>
            {profile ? (
              <AccountForm profile={profile} />
            ) : (
              <Skeleton label="Loading your account…" lines={4} />
            )}
          </Card>
          <Card>{profile ? <EmailForm profile={profile} /> : <Skeleton label="" lines={2} />}</Card>
          <Card>
            <PasskeySettings />
          </Card>
          {profile && (
            <Card>
              <TwoFactor profile={profile} />
            </Card>
          )}
          {profile && serverConfig.postHost && (
            <Card>
              <MailAddresses profile={profile} />
            </Card>
          )}
          {serverConfig.sendsMail && (
            <Card>
              <EditionMails />
            </Card>
          )}
          <Card>
            <Reminders />
          </Card>
          <Card>
            <TranscriptionDrafts />
          </Card>
          <Card>
            <Sessions />
          </Card>
          <Card>
            <BlockedMembers />
          </Card>
          <Card>
            <DeviceSettings />
          </Card>
        </div>
        <div className="stack">
          <Card>
            {profile ? <ProfileForm profile={profile} /> : <Skeleton label="" lines={12} />}
          </Card>
          <Card>
            <ApiTokenSettings />
          </Card>
          {profile && (
            <>
              <Card>
                <YourData profile={profile} />
              </Card>
              <Card>
                <DeleteAccount profile={profile} />
              </Card>
            </>
          )}
        </div>
      </div>
      <FreshPasswordDialog />
    </Page>
  )
}

/** Whether the member gets reminders and questions of the week. Without mail, both are notices on the begin page alone. */
function Reminders() {
  const { data, error } = useReminderPreference()
  return (
    <Preference
      id="reminders"
      title="Reminders and questions of the week"
      label="Send me reminders and questions of the week"
      help={
        serverConfig.sendsMail
          ? 'Those who look after a book can remind you of its open questions, and send you one of them every week. Both come by email and are on your begin page. You get at most one reminder a week.'
          : 'Those who look after a book can remind you of its open questions, and send you one of them every week. Both are on your begin page. You get at most one reminder a week.'
      }
      saved={data?.wanted}
      loadError={error}
      choose={useChooseReminders(notifySaved)}
    />
  )
}

/** Whether the member is offered drafts of transcriptions. */
function TranscriptionDrafts() {
  const { data, error } = useDraftPreference()
  return (
    <Preference
      id="transcription-drafts"
      title="Transcriptions"
      label="Draft my transcriptions"
      help="The server reads your handwriting when you type it out. Nothing is saved before you confirm it."
      saved={data?.offered}
      loadError={error}
      choose={useChooseDrafts(notifySaved)}
    />
  )
}

const notifySaved = () => notify({ message: 'Saved.', tone: 'good' })

interface PreferenceProps {
  id: string
  title: string
  /** Label of the checkbox. */
  label: string
  help: string
  /** Undefined while it is loading. */
  saved: boolean | undefined
  loadError: Error | null
  choose: {
    error: Error | null
    mutate(chosen: boolean, options: { onSettled(): void }): void
  }
}

/** Preference that is on or off; saved at once. */
function Preference({ id, title, label, help, saved, loadError, choose }: PreferenceProps) {
  const failure = choose.error ?? (saved === undefined ? loadError : null)
  // Set during the click: the browser would otherwise show the old choice until the request has started.
  const [chosen, setChosen] = useState<boolean>()
  const save = (on: boolean) => {
    setChosen(on)
    choose.mutate(on, { onSettled: () => setChosen(undefined) })
  }
  return (
    <section className="stack" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {failure && <Banner tone="error">{errorMessage(failure)}</Banner>}
      {saved === undefined && !loadError && <Skeleton label="Loading your choice…" lines={2} />}
      {saved !== undefined && (
        <Checkbox checked={chosen ?? saved} onChange={save}>
          {label}
        </Checkbox>
      )}
      <p className="meta">{help}</p>
    </section>
  )
}

/** Sessions of the member, each with a button that ends it. */
function Sessions() {
  const sessions = useSessions()
  const end = useEndSession()
  if (!sessions) return null
  return (
    <section className="stack" aria-labelledby="sessions">
      <h2 id="sessions">Where you are signed in</h2>
      {end.error && <Banner tone="error">{errorMessage(end.error)}</Banner>}
      <ul className={styles.rows}>
        {sessions.map((session) => (
          <li key={session.id} className={styles.row}>
            <p>{formatSession(session)}</p>
            {!session.current && (
              <Button aria-label={signOutLabel(session)} onClick={() => end.mutate(session.id)}>
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function formatSession({ current, createdAt, usedAt }: Session): string {
  const signedIn = timeAgo(toDate(createdAt))
  return current
    ? `This browser, signed in ${signedIn}`
    : `Another browser, signed in ${signedIn}, last used ${timeAgo(toDate(usedAt))}`
}

const signOutLabel = ({ createdAt, usedAt }: Session) =>
  `Sign out the browser that signed in ${timeAgo(toDate(createdAt))} and was last used ${timeAgo(toDate(usedAt))}`

const SHORTCUT_CHOICES = [
  { value: 'on', label: 'On: press ? for the list' },
  { value: 'off', label: 'Off' },
]

/** Settings of this device, applied at once. */
function DeviceSettings() {
  const shortcuts = useShortcutsAreOn()
  return (
    <section className="stack" aria-labelledby="this-device">
      <h2 id="this-device">This device</h2>
      <DisplayChoices />
      <RadioGroup
        name="shortcuts"
        label="Keyboard shortcuts"
        choices={SHORTCUT_CHOICES}
        stacked
        value={shortcuts ? 'on' : 'off'}
        onChange={(value) => chooseShortcuts(value === 'on')}
      />
      <p className="meta">Saved on this device only.</p>
    </section>
  )
}

/** List of the members that the current member has blocked. */
function BlockedMembers() {
  const { uid } = useMember()
  const { data, error } = useBlocks()
  const heading = useRef<HTMLHeadingElement>(null)
  const unblock = useUnblock((other) => {
    const block = data?.find((each) => each.uid === other)
    notify({
      message: block ? `${nameOf(block)} is unblocked.` : 'The member is unblocked.',
      tone: 'good',
    })
    // The button that had the focus is removed with its member.
    heading.current?.focus()
  })
  const failure = unblock.error ?? (data ? null : error)
  return (
    <section className="stack" aria-labelledby="blocked">
      <h2 id="blocked" ref={heading} tabIndex={-1}>
        Blocked members
      </h2>
      {failure && <Banner tone="error">{errorMessage(failure)}</Banner>}
      {!data && !error && <Skeleton label="Loading blocked members…" lines={2} />}
      {data?.length === 0 && (
        <p>
          You haven’t blocked anyone. To block someone, open “More” on one of their pages or
          comments.
        </p>
      )}
      {data && data.length > 0 && (
        <ul className={styles.rows}>
          {data.map((block) => (
            <li key={block.uid} className={styles.row}>
              <p>
                {nameOf(block)} <RelativeTime className="meta" at={toDate(block.since)} />
              </p>
              <Button
                aria-label={`Unblock ${nameOf(block)}`}
                busy={unblock.isPending && unblock.variables.other === block.uid}
                onClick={() => unblock.mutate({ uid, other: block.uid })}
              >
                Unblock
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const nameOf = ({ name, username }: Block) => name || username || 'Former member'
