import type { ReactNode } from 'react'
import { Redirect } from 'wouter'
import { useRolesOf } from '../entities/member/queries'
import { RolesContext } from '../entities/member/roles'
import { useMember } from '../lib/session'
import { paths } from '../paths'
import { InsecureConnectionBanner } from './InsecureConnectionBanner'
import { MembersOnly } from './MembersOnly'
import styles from './Shell.module.css'

/** Shows its children to admins, keepers and moderators; other members are redirected to sign-in. */
export function AdminArea({ children }: { children: ReactNode }) {
  return (
    <MembersOnly>
      <Checked>{children}</Checked>
    </MembersOnly>
  )
}

function Checked({ children }: { children: ReactNode }) {
  const roles = useRolesOf(useMember().uid)
  if (!roles.isKeeper && !roles.isModerator) return <RefusedRoute />
  return (
    <RolesContext.Provider value={roles}>
      <div className={styles.forAdmins}>
        {roles.isAdmin && <InsecureConnectionBanner />}
        {children}
      </div>
    </RolesContext.Provider>
  )
}

/** Redirects members from a page that their roles don't open. */
export const RefusedRoute = () => <Redirect to={paths.signIn()} replace />
