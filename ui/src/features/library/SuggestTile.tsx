import { useState } from 'react'
import { useLocation } from 'wouter'
import { useSession } from '../../lib/session'
import { paths } from '../../paths'
import { SuggestDialog } from './SuggestDialog'
import styles from './SuggestTile.module.css'

/** The place where the next book could stand. */
export function SuggestTile() {
  const session = useSession()
  const [open, setOpen] = useState(false)
  const [, navigate] = useLocation()
  const press = () => (session ? setOpen(true) : navigate(paths.signIn({ last: paths.library })))
  return (
    <>
      <button type="button" className={styles.tile} onClick={press}>
        Make a book suggestion
      </button>
      {open && session && <SuggestDialog uid={session.uid} onClose={() => setOpen(false)} />}
    </>
  )
}
