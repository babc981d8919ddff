import { useState } from 'react'
import { useProfile } from '../api/profiles'
import { useSession } from '../lib/session'
import { useStored } from '../lib/storage'
import { words } from '../locales/en'
import { paths } from '../paths'
import { Menu, MenuButton, MenuLink } from '../ui/Menu'
import { DisplayDialog } from './DisplayDialog'
import { useSignOut } from './sign-out'

/** What is not a place of its own in the bar. */
export function HeaderMenu() {
  const session = useSession()
  const profile = useProfile()
  const isAdmin = useStored('isAdmin') === 'true'
  const signOut = useSignOut()
  const [display, setDisplay] = useState(false)
  return (
    <>
      <Menu label={words.header.menu} look="quiet" end>
        <MenuLink href={paths.search}>{words.header.search}</MenuLink>
        <MenuLink href={paths.help}>{words.header.help}</MenuLink>
        <MenuButton onClick={() => setDisplay(true)}>{words.header.display}</MenuButton>
        {profile && <MenuLink href={paths.settings}>{words.header.settings}</MenuLink>}
        {session && isAdmin && <MenuLink href={paths.admin}>{words.header.admin}</MenuLink>}
        {session ? (
          <MenuButton onClick={signOut}>{words.header.signOut}</MenuButton>
        ) : (
          <>
            <MenuLink href={paths.signIn()}>{words.header.signIn}</MenuLink>
            <MenuLink href={paths.signUp}>{words.header.signUp}</MenuLink>
          </>
        )}
      </Menu>
      {display && <DisplayDialog onClose={() => setDisplay(false)} />}
    </>
  )
}
