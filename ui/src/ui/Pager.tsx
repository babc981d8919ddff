import { type ComponentProps, useImperativeHandle, useRef } from 'react'
import { useDisplay } from '../lib/display'
import { Button } from './Button'
import { ButtonLink } from './ButtonLink'
import { cx } from './cx'
import styles from './Pager.module.css'
import { usePageKeys } from './use-page-keys'

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
