import { useEffect, useState } from 'react'
import { useDisplay } from '../lib/display'
import { words } from '../locales/en'
import styles from './PageDown.module.css'

/** The last two lines of a screen stay as the first of the next, so that the eye finds its place. */
const KEPT_LINES = 2

const isLong = () => document.documentElement.scrollHeight > window.innerHeight * 1.5

/** On paper display long pages are turned, not scrolled: a screen at a time, with one refresh. */
export function PageDown() {
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
    <button type="button" className={styles.button} onClick={turn}>
      {words.pageDown}
    </button>
  )
}

function turn() {
  const line = Number.parseFloat(getComputedStyle(document.body).lineHeight)
  window.scrollBy(0, window.innerHeight - KEPT_LINES * line)
}
