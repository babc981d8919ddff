import type { ComponentProps } from 'react'
import { useLocation } from 'wouter'
import { useDisplay } from '../lib/display'
import { useWindowEvent } from '../lib/use-window-event'
import { Button } from './Button'
import { ButtonLink } from './ButtonLink'
import { cx } from './cx'
import styles from './Pager.module.css'

interface PagerProps extends ComponentProps<'nav'> {
  /** Current page, from 1. */
  page: number
  pages: number
  /** Whether the total is unknown. */
  isOpenEnded?: boolean
  /** URL of a page, for pages with addresses. */
  href?(page: number): string
  onPage?(page: number): void
  label?: string
  /** Text for the current position; "Page 2 of 7" by default. */
  position?: string
  previous?: string
  next?: string
  /** Turns pages with the keys of an e-reader: on paper display, or `always`. */
  keys?: boolean | 'always'
}

/** Pagination: links or buttons to the previous and next page. */
export function Pager({
  page,
  pages,
  isOpenEnded = false,
  href,
  onPage,
  label = 'Pages',
  position = isOpenEnded ? `Page ${page} of more than ${pages}` : `Page ${page} of ${pages}`,
  previous = 'Previous',
  next = 'Next',
  keys = false,
  className,
  ...rest
}: PagerProps) {
  const [, navigate] = useLocation()
  const isThere = (to: number) => to >= 1 && (to <= pages || isOpenEnded)
  const turnTo = (to: number) => {
    if (!isThere(to)) return
    if (href) navigate(href(to))
    else onPage?.(to)
  }
  const isPaper = useDisplay() === 'paper'
  usePageKeys(keys === 'always' || (isPaper && keys), (by) => turnTo(page + by))

  const turn = (words: string, to: number, rel: 'prev' | 'next') => {
    const there = isThere(to)
    if (there && href) {
      return (
        <ButtonLink href={href(to)} rel={rel}>
          {words}
        </ButtonLink>
      )
    }
    // Not `disabled`: the focus would be lost from the button that led to the last page.
    return (
      <Button aria-disabled={!there || undefined} onClick={() => turnTo(to)}>
        {words}
      </Button>
    )
  }

  return (
    <nav aria-label={label} {...rest} className={cx(styles.pager, className)}>
      {turn(previous, page - 1, 'prev')}
      <p aria-live="polite" className={styles.place}>
        {position}
      </p>
      {turn(next, page + 1, 'next')}
    </nav>
  )
}

/** Elements above the page that need the same keys. */
const OTHERS = 'input, textarea, select, dialog, [contenteditable]'

/** Direction of a key. Page keys first scroll through a page that is longer than the window. */
function turnOf(event: KeyboardEvent): 1 | -1 | undefined {
  const { innerHeight, scrollY } = window
  switch (event.key) {
    case 'ArrowLeft':
      return -1
    case 'ArrowRight':
      return 1
    case 'PageUp':
      return scrollY <= 1 ? -1 : undefined
    case 'PageDown':
      return scrollY + innerHeight >= document.documentElement.scrollHeight - 1 ? 1 : undefined
  }
}

/** Turns pages with the keys of an e-reader. */
function usePageKeys(active: boolean, turn: (by: 1 | -1) => void) {
  const onKeyDown = (event: KeyboardEvent) => {
    const { altKey, ctrlKey, metaKey, shiftKey, target } = event
    const by = turnOf(event)
    if (!by || event.defaultPrevented || altKey || ctrlKey || metaKey || shiftKey) return
    if (target instanceof Element && target.closest(OTHERS)) return
    event.preventDefault()
    turn(by)
  }
  useWindowEvent('keydown', active ? onKeyDown : undefined)
}
