import { type ComponentProps, type RefObject, useImperativeHandle, useRef } from 'react'
import { useDisplay } from '../lib/display'
import { useWindowEvent } from '../lib/use-window-event'
import { Button } from './Button'
import { ButtonLink } from './ButtonLink'
import { cx } from './cx'
import styles from './Pager.module.css'

interface PagerProps extends ComponentProps<'nav'> {
  /** The first is 1. */
  page: number
  pages: number
  /** There are more, and nobody knows how many. */
  isOpenEnded?: boolean
  /** Where a page is; for pages with addresses of their own. */
  href?(page: number): string
  onPage?(page: number): void
  label?: string
  /** What is counted. */
  unit?: string
  previous?: string
  next?: string
  /** On paper display, the keys of an e-reader turn the page. */
  keys?: boolean
}

/** From page to page. */
export function Pager({
  page,
  pages,
  isOpenEnded = false,
  href,
  onPage,
  label = 'Pages',
  unit = 'Page',
  previous = 'Previous',
  next = 'Next',
  keys = false,
  ref,
  className,
  ...rest
}: PagerProps) {
  const nav = useRef<HTMLElement>(null)
  useImperativeHandle(ref, () => nav.current as HTMLElement)
  usePageKeys(nav, useDisplay() === 'paper' && keys)

  const turn = (words: string, to: number, rel: 'prev' | 'next') => {
    const there = to >= 1 && (to <= pages || isOpenEnded)
    if (there && href) {
      return (
        <ButtonLink href={href(to)} rel={rel}>
          {words}
        </ButtonLink>
      )
    }
    // Not `disabled`: at the last page, focus would fall from the button that led there.
    return (
      <Button aria-disabled={!there || undefined} onClick={() => there && onPage?.(to)}>
        {words}
      </Button>
    )
  }

  return (
    <nav aria-label={label} {...rest} ref={nav} className={cx(styles.pager, className)}>
      {turn(previous, page - 1, 'prev')}
      <p aria-live="polite" className={styles.place}>
        {unit} {page} of {isOpenEnded && 'more than '}
        {pages}
      </p>
      {turn(next, page + 1, 'next')}
    </nav>
  )
}

/** Those who type, choose or look at something above the page need these keys themselves. */
const OTHERS = 'input, textarea, select, dialog, [contenteditable]'

/** Which way a key leads. The page keys first go through what does not fit into the window. */
function wayOf(event: KeyboardEvent): 'back' | 'on' | undefined {
  const { innerHeight, scrollY } = window
  switch (event.key) {
    case 'ArrowLeft':
      return 'back'
    case 'ArrowRight':
      return 'on'
    case 'PageUp':
      return scrollY <= 1 ? 'back' : undefined
    case 'PageDown':
      return scrollY + innerHeight >= document.documentElement.scrollHeight - 1 ? 'on' : undefined
  }
}

/** The keys of an e-reader press the first or the last element of a pager. */
function usePageKeys(pager: RefObject<HTMLElement | null>, active: boolean) {
  const press = (event: KeyboardEvent) => {
    const { altKey, ctrlKey, metaKey, shiftKey, target } = event
    const way = wayOf(event)
    if (!way || event.defaultPrevented || altKey || ctrlKey || metaKey || shiftKey) return
    if (target instanceof Element && target.closest(OTHERS)) return
    const { firstElementChild, lastElementChild } = pager.current ?? {}
    const turn = way === 'back' ? firstElementChild : lastElementChild
    event.preventDefault()
    if (turn instanceof HTMLElement) turn.click()
  }
  useWindowEvent('keydown', active ? press : undefined)
}
