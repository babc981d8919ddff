import { lazy, Suspense, useState } from 'react'
import { lazyPage } from '../lazy-page'
import { serverConfig } from '../lib/server-config'
import { useGuestBook, useSession } from '../lib/session'
import { useStored } from '../lib/storage'
import { words } from '../locales/en'
import { paths } from '../paths'
import { Menu, MenuButton, MenuLink } from '../ui/Menu'
import { HomeLink, NavLink, OwnNavLinkSpace } from './NavLink'
import styles from './Shell.module.css'
import { useSignOut } from './sign-out'

const RoleLinks = lazyPage(async () => (await import('./RoleLinks')).RoleLinks)
const SettingsLink = lazyPage(async () => (await import('./SettingsLink')).SettingsLink)
const DisplayDialog = lazy(async () => ({
  default: (await import('./DisplayDialog')).DisplayDialog,
}))

const LeaveDeviceDialog = lazy(async () => ({
  default: (await import('./LeaveDeviceDialog')).LeaveDeviceDialog,
}))

/**
 * Header with logo, navigation and menu. On a phone, Home, Threads and the initials stay; the others
 * are in `<BottomNav>` and the menu. Guests have only what they can use.
 */
export function Header() {
  const session = useSession()
  const guestOf = useGuestBook()
  if (guestOf !== null) return <GuestHeader bid={guestOf} />
  return (
    <header className={`${styles.bar} ${styles.site}`}>
      <HomeLink />
      <nav className={`${styles.nav} ${styles.places}`} aria-label={words.header.main}>
        <NavLink href={session ? paths.begin : paths.home}>{words.header.home}</NavLink>
        <NavLink href={paths.threads}>{words.header.threads}</NavLink>
        <NavLink href={paths.library}>{words.header.library}</NavLink>
        <NavLink href={paths.search}>{words.header.search}</NavLink>
        {session && (
          <Suspense fallback={<OwnNavLinkSpace />}>
            <SettingsLink in="bar" />
          </Suspense>
        )}
        {!session && <NavLink href={paths.signIn()}>{words.header.signIn}</NavLink>}
      </nav>
      <HeaderMenu />
    </header>
  )
}

/** Header of a guest of a book. */
function GuestHeader({ bid }: { bid: string }) {
  const [open, setOpen] = useState<'display' | 'leave'>()
  const close = () => setOpen(undefined)
  return (
    <header className={`${styles.bar} ${styles.site}`}>
      <HomeLink />
      <nav className={`${styles.nav} ${styles.places}`} aria-label={words.header.main}>
        <NavLink href={paths.entries(bid)}>{words.header.yourBook}</NavLink>
        <NavLink href={paths.help}>{words.header.help}</NavLink>
      </nav>
      <Menu label={words.header.menu} variant="quiet" className={styles.menu} end>
        <MenuButton onClick={() => setOpen('display')}>{words.header.display}</MenuButton>
        <MenuButton onClick={() => setOpen('leave')}>{words.header.leaveDevice}</MenuButton>
      </Menu>
      <Suspense>
        {open === 'display' && <DisplayDialog onClose={close} />}
        {open === 'leave' && <LeaveDeviceDialog bid={bid} onClose={close} />}
      </Suspense>
    </header>
  )
}

/** Menu with everything that has no link in the header. */
function HeaderMenu() {
  const session = useSession()
  const isAdmin = useStored('isAdmin') === 'true'
  const signOut = useSignOut()
  const [display, setDisplay] = useState(false)
  return (
    <>
      <Menu label={words.header.menu} variant="quiet" className={styles.menu} end>
        {session && <MenuLink href={paths.myPages}>{words.header.myPages}</MenuLink>}
        <MenuLink href={paths.search}>{words.header.search}</MenuLink>
        <MenuLink href={paths.help}>{words.header.help}</MenuLink>
        <MenuButton onClick={() => setDisplay(true)}>{words.header.display}</MenuButton>
        {session && (
          <Suspense>
            <SettingsLink in="menu" />
          </Suspense>
        )}
        {session && isAdmin && <MenuLink href={paths.admin}>{words.header.admin}</MenuLink>}
        {session && !isAdmin && (
          <Suspense>
            <RoleLinks />
          </Suspense>
        )}
        {session ? (
          <MenuButton onClick={signOut}>{words.header.signOut}</MenuButton>
        ) : (
          <>
            <MenuLink href={paths.signIn()}>{words.header.signIn}</MenuLink>
            {serverConfig.registration !== 'closed' && (
              <MenuLink href={paths.signUp}>{words.header.signUp}</MenuLink>
            )}
          </>
        )}
      </Menu>
      {display && (
        <Suspense>
          <DisplayDialog onClose={() => setDisplay(false)} />
        </Suspense>
      )}
    </>
  )
}
