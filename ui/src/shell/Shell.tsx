import type { ReactNode } from 'react'
import { Suspense } from 'react'
import { useLocation } from 'wouter'
import { useThreadBehind } from '../lib/thread-behind'
import { paths } from '../paths'
import { Announcer } from '../ui/Announcer'
import { Toasts } from '../ui/Toasts'
import { AdminHeader } from './AdminHeader'
import { ConnectionLine } from './ConnectionLine'
import { ErrorBoundary } from './ErrorBoundary'
import { Footer } from './Footer'
import { Header } from './Header'
import { LeaveDialog } from './LeaveDialog'
import { Loading } from './Loading'
import { PageDown } from './PageDown'
import { PaperOffer } from './PaperOffer'
import { QuickBar } from './QuickBar'
import styles from './Shell.module.css'
import { ShortcutsDialog } from './ShortcutsDialog'
import { words } from './words'

const ADMIN = /^\/admin(\/|$)/

/** What stays while pages change. Waiting and failing of every page end here. */
export function Shell({ children }: { children: ReactNode }) {
  const [path] = useLocation()
  const behind = useThreadBehind()
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        {words.skip}
      </a>
      {ADMIN.test(path) ? <AdminHeader /> : <Header />}
      <main id="content" tabIndex={-1} className={styles.main}>
        <ErrorBoundary key={behind ? paths.thread(behind) : path}>
          <PaperOffer />
          <ConnectionLine />
          <Suspense fallback={<Loading />}>{children}</Suspense>
        </ErrorBoundary>
      </main>
      <Footer />
      <QuickBar />
      <PageDown />
      <Announcer />
      <Toasts />
      <LeaveDialog />
      <ShortcutsDialog />
    </div>
  )
}
