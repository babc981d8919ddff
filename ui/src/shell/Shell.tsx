import type { ReactNode } from 'react'
import { lazy, Suspense } from 'react'
import { useLocation } from 'wouter'
import { useBackgroundThread } from '../lib/background-thread'
import { words } from '../locales/en'
import { paths } from '../paths'
import { Announcer } from '../ui/Announcer'
import { Toasts } from '../ui/Toasts'
import { BottomNav } from './BottomNav'
import { ConnectionLine } from './ConnectionLine'
import { ErrorBoundary } from './ErrorBoundary'
import { Footer } from './Footer'
import { Header } from './Header'
import { HomeLink } from './HomeLink'
import { LeaveDialog } from './LeaveDialog'
import { Loading } from './Loading'
import { PageDown } from './PageDown'
import { PaperOffer } from './PaperOffer'
import styles from './Shell.module.css'
import { ShortcutsDialog } from './ShortcutsDialog'

const ADMIN = /^\/admin(\/|$)/

/** Loaded with the admin pages: few readers need it. */
const AdminHeader = lazy(async () => ({ default: (await import('./AdminHeader')).AdminHeader }))

/** Stands where the admin header will be. */
const Opening = () => (
  <header className={styles.bar}>
    <HomeLink />
  </header>
)

/** What stays while pages change. Waiting and failing of every page end here. */
export function Shell({ children }: { children: ReactNode }) {
  const [path] = useLocation()
  const behind = useBackgroundThread()
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
