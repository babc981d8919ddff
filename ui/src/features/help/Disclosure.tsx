import { type ReactNode, useEffect, useRef } from 'react'
import styles from './Disclosure.module.css'

interface DisclosureProps {
  summary: string
  /** Completes the summary for those who hear it apart from what stands around it. */
  about?: string
  /** Paper cannot be unfolded, so what is printed must be open; what paper does not need stays away. */
  print?: 'open' | 'leave-out'
  children: ReactNode
}

/**
 * Text that waits until it is asked for.
 *
 * Printing opens it through the browser's events: they are as old as Chromium 63 and Safari 13,
 * whereas styles alone reach into a closed `<details>` only since `::details-content` of 2024.
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
