import type { ReactNode } from 'react'
import { Redirect } from 'wouter'
import { useIsAdmin } from '../entities/member/queries'
import { useMember } from '../lib/session'
import { paths } from '../paths'
import { InsecureConnectionBanner } from './InsecureConnectionBanner'
import { MembersOnly } from './MembersOnly'
import styles from './Shell.module.css'

/** Shows its children to admins; other members are redirected to sign-in. */
export function AdminsOnly({ children }: { children: ReactNode }) {
  return (
    <MembersOnly>
      <Checked>{children}</Checked>
    </MembersOnly>
  )
}

function Checked({ children }: { children: ReactNode }) {
  const isAdmin = useIsAdmin(useMember().uid)
  if (!isAdmin) return <Redirect to={paths.signIn()} replace />
  return (
    <div className={styles.forAdmins}>
      <InsecureConnectionBanner />
      {children}
    </div>
  )
}
