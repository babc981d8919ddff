import { useState } from 'react'
import { useLocation } from 'wouter'
import { useSession } from '../../lib/session'
import { paths } from '../../paths'
import styles from './SuggestBookTile.module.css'
import { SuggestDialog } from './SuggestDialog'

/** The place where the next book could stand. */
export function SuggestBookTile() {
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
