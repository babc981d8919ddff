import { type ComponentProps, type ReactNode, useEffect, useImperativeHandle, useRef } from 'react'
import { focusPage } from '../lib/scroll-and-focus'
import { serverConfig } from '../lib/server-config'
import { cx } from './cx'
import styles from './Page.module.css'

interface PageProps extends Omit<ComponentProps<'div'>, 'title'> {
  title: string
  lead?: ReactNode
  /** Content above the heading. */
  above?: ReactNode
  /** Narrow column, for forms. */
  narrow?: boolean
  /** For pages that render their own heading. */
  ownHeading?: boolean
}

/** Page with title and heading, focused on navigation. */
export function Page({
  title,
  lead,
  above,
  narrow = false,
  ownHeading = false,
  ref,
  className,
  children,
  ...div
}: PageProps) {
  const page = useRef<HTMLDivElement>(null)
  useImperativeHandle(ref, () => page.current as HTMLDivElement)

  useEffect(() => {
    document.title = `${title} · ${serverConfig.name}`
  }, [title])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the page is focused once, also if its title changes.
  useEffect(() => focusPage(page.current?.querySelector('h1') ?? null, title), [])

  return (
    <div {...div} ref={page} className={cx(styles.page, narrow && styles.narrow, className)}>
      {!ownHeading && (
        <div className={styles.head}>
          {above && <div className={styles.above}>{above}</div>}
          <h1 tabIndex={-1}>{title}</h1>
          {lead && <p className={styles.lead}>{lead}</p>}
        </div>
      )}
      {children}
    </div>
  )
}
