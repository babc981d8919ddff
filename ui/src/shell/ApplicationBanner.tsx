import { type ReactNode, Suspense } from 'react'
import { useLocation } from 'wouter'
import { lazyPage } from '../lazy-page'
import { isApplicantState, useGuestBook, useSession } from '../lib/session'
import { useStored } from '../lib/storage'
import { words } from '../locales/en'
import { paths } from '../paths'
import { cx } from '../ui/cx'
import styles from './Shell.module.css'

/** Loaded for applicants and for members of whom this browser doesn't know yet that they are none. */
const OwnApplication = lazyPage(async () => (await import('./OwnApplication')).OwnApplication)

/** Pages at which a newcomer has no session yet, or reads the same words on the page. */
const WAY_IN = [paths.signIn(), paths.signUp, paths.signUpProfile]

/**
 * Banner of a member whom an admin has yet to accept, or has just accepted. The state is stored, so that the banner is in the
 * first paint and members without an application ask the server once after each sign-in. Independent of the community's
 * setting, because applicants stay applicants when it changes.
 */
export function ApplicationBanner() {
  const session = useSession()
  const isGuest = useGuestBook() !== null
  // Stored with every session that begins.
  const isMember = useStored('isAdmin') === 'false'
  const state = useStored('application')
  const [path] = useLocation()
  if (!session || isGuest || !isMember || state === 'none' || WAY_IN.includes(path)) return null
  return (
    <Suspense fallback={<ApplicationNotice state={state} />}>
      <OwnApplication />
    </Suspense>
  )
}

interface ApplicationNoticeProps {
  /** State as the browser stores it. */
  state: string | null
  /** Button that dismisses the notice. */
  button?: ReactNode
}

/** Notice for an applicant or a newly accepted member. Renders nothing for other states. */
export function ApplicationNotice({ state, button }: ApplicationNoticeProps) {
  const isApplicant = isApplicantState(state)
  if (!isApplicant && state !== 'accepted') return null
  return (
    <section className={cx(styles.notice, 'screen-only')} aria-label={words.application.label}>
      <p role="status">{words.application[isApplicant ? 'waiting' : 'accepted']}</p>
      {button}
    </section>
  )
}
