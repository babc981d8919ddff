import { useState } from 'react'
import { Link } from 'wouter'
import { focusAfterRender } from '../../../lib/focus-after-render'
import { toDate } from '../../../lib/format'
import { serverConfig } from '../../../lib/server-config'
import { paths } from '../../../paths'
import { Badge } from '../../../ui/Badge'
import { Button } from '../../../ui/Button'
import { Card } from '../../../ui/Card'
import { DescriptionList } from '../../../ui/DescriptionList'
import { Dialog } from '../../../ui/Dialog'
import { EmptyState } from '../../../ui/EmptyState'
import { Envelope } from '../../../ui/illustrations/empty-states'
import { Page } from '../../../ui/Page'
import { RelativeTime } from '../../../ui/RelativeTime'
import styles from './ApplicationsPage.module.css'
import { type Application, useApplications, useDecide } from './queries'

/** Queue of people who want to become members. */
export function ApplicationsPage() {
  const applications = useApplications()
  return (
    <Page title="Applications" lead="Until you decide, these people can only read.">
      {applications.length === 0 ? (
        <NoApplications />
      ) : (
        <ul className="stack">
          {applications.map((application) => (
            <li key={application.uid}>
              <ApplicationCard application={application} />
            </li>
          ))}
        </ul>
      )}
    </Page>
  )
}

function NoApplications() {
  return (
    <EmptyState drawing={<Envelope />} title="No open applications.">
      {serverConfig.registration !== 'approved' && (
        <p>
          New members apply only where{' '}
          <Link href={paths.adminSettingsWith('registration')}>
            <code>registration</code> in <code>[accounts]</code>
          </Link>{' '}
          is <code>approved</code>.
        </p>
      )}
    </EmptyState>
  )
}

/** An applicant with the two decisions. */
function ApplicationCard({ application }: { application: Application }) {
  const { uid, name, username, email, emailVerified, madeAt, referredBy, words } = application
  const [isDeclining, setIsDeclining] = useState(false)
  const decide = useDecide(application, () => {
    setIsDeclining(false)
    // The card is about to be removed.
    focusAfterRender('content')
  })
  const heading = `application-${uid}`
  const facts = [
    {
      name: 'Email',
      value: (
        <>
          {email} <Badge good={emailVerified}>{emailVerified ? 'Verified' : 'Not verified'}</Badge>
        </>
      ),
    },
    { name: 'Applied', value: <RelativeTime at={toDate(madeAt)} /> },
    { name: 'Heard about us from', value: referredBy },
  ]
  return (
    <Card>
      <article className="stack" aria-labelledby={heading}>
        <h2 id={heading} className={styles.title}>
          <Link href={paths.adminMember(uid)}>{name}</Link> <span className="meta">{username}</span>
        </h2>
        <p className={styles.words}>{words}</p>
        <DescriptionList facts={facts} />
        <div className="row">
          <Button
            aria-describedby={heading}
            busy={decide.isPending && decide.variables}
            onClick={() => decide.mutate(true)}
          >
            Accept
          </Button>
          <Button variant="quiet" aria-describedby={heading} onClick={() => setIsDeclining(true)}>
            Decline…
          </Button>
        </div>
        {isDeclining && (
          <DeclineDialog
            application={application}
            busy={decide.isPending}
            onDecline={() => decide.mutate(false, { onError: () => setIsDeclining(false) })}
            onClose={() => setIsDeclining(false)}
          />
        )}
      </article>
    </Card>
  )
}

/** Consequences of declining. A mail goes only to a verified address. */
function consequencesOf({ name, emailVerified }: Application): string {
  if (!serverConfig.sendsMail) {
    return `The account is disabled. This server doesn’t send email: please tell ${name} yourself.`
  }
  return emailVerified
    ? `The account is disabled, and ${name} is told.`
    : `The account is disabled. ${name} isn’t told, because the address isn’t verified.`
}

interface DeclineDialogProps {
  application: Application
  busy: boolean
  onDecline(): void
  onClose(): void
}

function DeclineDialog({ application, busy, onDecline, onClose }: DeclineDialogProps) {
  return (
    <Dialog title={`Decline ${application.name}?`} onClose={onClose}>
      <div className="stack">
        <p>{consequencesOf(application)}</p>
        <div className="row">
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={busy} onClick={onDecline}>
            Decline the application
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
