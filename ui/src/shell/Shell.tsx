import { Component, type ReactNode, Suspense, use, useCallback, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { lazyPage } from '../lazy-page'
import { isNotFound, isSignedOut, isUnreachable } from '../lib/api-error'
import { useBackgroundThread } from '../lib/background-thread'
import { lastResponseAt, useIsOffline } from '../lib/connection'
import { chooseDisplay, displayIsChosen, isProbablyEInk, useDisplay } from '../lib/display'
import { endFirstPaint, focusedAddress, heldPaint } from '../lib/first-paint'
import { timeAgo } from '../lib/format'
import { logOnly } from '../lib/log'
import { useBlockedNavigation } from '../lib/navigation-guard'
import { usePlaceholder } from '../lib/placeholders'
import { useGuestBook, useSession } from '../lib/session'
import { words } from '../locales/en'
import { paths } from '../paths'
import { Announcer } from '../ui/Announcer'
import { Banner } from '../ui/Banner'
import { Button } from '../ui/Button'
import { Dialog } from '../ui/Dialog'
import { Icon } from '../ui/Icon'
import { Toasts } from '../ui/Toasts'
import { ApplicationBanner } from './ApplicationBanner'
import { FailedPage, NotFoundPage, RETRY_SECONDS, UnreachablePage } from './ErrorPages'
import { Footer } from './Footer'
import { Header } from './Header'
import { HomeLink, NavLink } from './NavLink'
import styles from './Shell.module.css'
import { ShortcutsDialog } from './ShortcutsDialog'
import { VerifyEmailBanner } from './VerifyEmailBanner'

const ADMIN = /^\/admin(\/|$)/

/** Loaded with the admin pages: few readers need it. */
const AdminHeader = lazyPage(async () => (await import('./AdminHeader')).AdminHeader)

/** Placeholder for the admin header. */
const Opening = () => (
  <header className={styles.bar}>
    <HomeLink />
  </header>
)

/** Frame of all pages, with their suspense and error boundaries. */
export function Shell({ children }: { children: ReactNode }) {
  const [path] = useLocation()
  const behind = useBackgroundThread()
  const [focused] = useState(focusedAddress)
  useEffect(() => endFirstPaint(focused), [focused])
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        {words.skip}
      </a>
      {ADMIN.test(path) ? (
        <Suspense fallback={<Opening />}>
          <AdminHeader />
        </Suspense>
      ) : (
        <Header />
      )}
      <VerifyEmailBanner />
      <ApplicationBanner />
      <main id="content" tabIndex={-1} className={styles.main}>
        <ErrorBoundary key={behind ? paths.thread(behind) : path}>
          <PaperOffer />
          <ConnectionLine />
          <Suspense fallback={<Loading />}>{children}</Suspense>
        </ErrorBoundary>
      </main>
      <Footer />
      <BottomNav />
      <PageDown />
      <Announcer />
      <Toasts />
      <LeaveDialog />
      <ShortcutsDialog />
    </div>
  )
}

/** Notice above a page that is shown while the server is unreachable, with the age of its data. */
function ConnectionLine() {
  const away = useIsOffline()
  return away ? <Away /> : null
}

function Away() {
  const [tries, setTries] = useState(0)

  const retry = useCallback(() => {
    import('../api/query-client')
      .then(({ checkConnection }) => checkConnection())
      .catch(logOnly)
      .then(() => setTries((count) => count + 1))
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each failed try schedules the next.
  useEffect(() => {
    const timer = setTimeout(retry, RETRY_SECONDS * 1000)
    return () => clearTimeout(timer)
  }, [retry, tries])

  return (
    <Banner tone="note">
      <div className="row">
        <p>
          {words.away.now(RETRY_SECONDS)} {words.away.since(timeAgo(lastResponseAt()))}
        </p>
        <Button onClick={retry}>{words.away.retry}</Button>
      </div>
    </Banner>
  )
}

/** Error boundary of a page with a retry. A class, because React has no hook for it. */
class ErrorBoundary extends Component<{ children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {}

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  private readonly reset = () =>
    import('../api/query-client')
      .then(({ resetFailedQueries }) => resetFailedQueries())
      .catch(logOnly)
      .then(() => this.setState({ error: undefined }))

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    if (isUnreachable(error)) return <UnreachablePage onRetry={this.reset} />
    // The sign-in page is about to replace this one.
    if (isSignedOut(error)) return null
    if (isNotFound(error)) return <NotFoundPage />
    return <FailedPage error={error} onRetry={this.reset} />
  }
}

/** Dialog that confirms leaving a page with unfinished work. */
function LeaveDialog() {
  const { question, stay, leave } = useBlockedNavigation()
  if (!question) return null
  return (
    <Dialog title={words.leave.title} onClose={stay}>
      <div className="stack">
        <p>{question}</p>
        <div className="row">
          <Button variant="primary" onClick={stay}>
            {words.leave.stay}
          </Button>
          <Button onClick={leave}>{words.leave.leave}</Button>
        </div>
      </div>
    </Dialog>
  )
}

/** Placeholder of a page. */
function Loading() {
  usePlaceholder()
  const wait = heldPaint()
  if (wait) use(wait)
  return (
    <p className={styles.loading} role="status">
      {words.loading}
    </p>
  )
}

/** Number of lines of a screen that stay visible on the next one. */
const KEPT_LINES = 2

const isLong = () => document.documentElement.scrollHeight > window.innerHeight * 1.5

/** Button that scrolls down by one screen, for long pages on paper display. */
function PageDown() {
  const paper = useDisplay() === 'paper'
  const [long, setLong] = useState(false)

  useEffect(() => {
    if (!paper) return
    const watcher = new ResizeObserver(() => setLong(isLong()))
    watcher.observe(document.body)
    return () => watcher.disconnect()
  }, [paper])

  if (!paper || !long) return null
  return (
    <button type="button" className={styles.button} onClick={scrollOneScreen}>
      {words.pageDown}
    </button>
  )
}

function scrollOneScreen() {
  const line = Number.parseFloat(getComputedStyle(document.body).lineHeight)
  window.scrollBy(0, window.innerHeight - KEPT_LINES * line)
}

/** Offer of paper display on e-ink screens, shown until it is answered. */
function PaperOffer() {
  const [open, setOpen] = useState(() => !displayIsChosen() && isProbablyEInk())
  if (!open) return null
  const choose = (display: 'paper' | 'screen') => {
    chooseDisplay(display)
    setOpen(false)
  }
  return (
    <aside className={styles.offer} aria-label={words.display.title}>
      <p>{words.display.offer}</p>
      <div className="row">
        <Button variant="primary" onClick={() => choose('paper')}>
          {words.display.accept}
        </Button>
        <Button variant="quiet" onClick={() => choose('screen')}>
          {words.display.decline}
        </Button>
      </div>
    </aside>
  )
}

/** Navigation at the bottom of phones. Larger screens and paper display have the links in the header, where guests have theirs everywhere. */
function BottomNav() {
  const session = useSession()
  const isGuest = useGuestBook() !== null
  if (isGuest) return null
  return (
    <nav className={styles.bottomNavBar} aria-label={words.header.quick}>
      <NavLink href={paths.library}>
        <Icon name="book" />
        {words.header.library}
      </NavLink>
      <NavLink href={paths.chooseType()}>
        <Icon name="pen" />
        {words.header.write}
      </NavLink>
      <NavLink href={paths.threads}>
        <Icon name="thread" />
        {words.header.threads}
      </NavLink>
      <NavLink href={session ? paths.settings : paths.signIn()}>
        <Icon name="person" />
        {words.header.me}
      </NavLink>
    </nav>
  )
}
