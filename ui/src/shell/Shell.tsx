import type { ReactNode } from 'react'
import { Suspense } from 'react'
import { useLocation } from 'wouter'
import { Announcer } from './Announcer'
import { ErrorBoundary } from './ErrorBoundary'
import { Footer } from './Footer'
import { Header } from './Header'
import { LeaveDialog } from './LeaveDialog'
import { Loading } from './Loading'
import styles from './Shell.module.css'

/** What stays while pages change. Waiting and failing of every page end here. */
export function Shell({ children }: { children: ReactNode }) {
  const [path] = useLocation()
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        Skip to content
      </a>
      <Header />
      <main id="content" tabIndex={-1} className={styles.main}>
        <ErrorBoundary key={path}>
          <Suspense fallback={<Loading />}>{children}</Suspense>
        </ErrorBoundary>
      </main>
      <Footer />
      <Announcer />
      <LeaveDialog />
    </div>
  )
}
