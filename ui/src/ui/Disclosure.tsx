import { type ReactNode, useEffect, useRef } from 'react'
import styles from './Disclosure.module.css'

interface DisclosureProps {
  summary: string
  /** Completes the summary for screen readers, which may read it without its context. */
  about?: string
  /** In print, disclosures are open, or left out if the page doesn't need them. */
  print?: 'open' | 'leave-out'
  children: ReactNode
}

/**
 * Collapsed text. Printing opens it through the browser's events, which are as old as Chromium 63
 * and Safari 13; styles alone reach into a closed `<details>` only since `::details-content` of
 * 2024.
 */
export function Disclosure({ summary, about, print = 'open', children }: DisclosureProps) {
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => (print === 'open' ? openWhilePrinting(details.current) : undefined), [print])
  return (
    <details ref={details} className={print === 'open' ? undefined : styles.left}>
      <summary className={styles.summary}>
        {summary}
        {about && <span className="visually-hidden">: {about}</span>}
      </summary>
      <div className={styles.content}>{children}</div>
    </details>
  )
}

function openWhilePrinting(details: HTMLDetailsElement | null) {
  if (!details) return undefined
  let wasOpen = false
  const open = () => {
    wasOpen = details.open
    details.open = true
  }
  const restore = () => {
    details.open = wasOpen
  }
  window.addEventListener('beforeprint', open)
  window.addEventListener('afterprint', restore)
  return () => {
    window.removeEventListener('beforeprint', open)
    window.removeEventListener('afterprint', restore)
  }
}
