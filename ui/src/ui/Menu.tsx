import {
  type ComponentProps,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { Link } from 'wouter'
import { useOutsidePointer } from '../lib/use-outside-pointer'
import { Button } from './Button'
import { cx } from './cx'
import { Icon } from './Icon'
import styles from './Menu.module.css'

interface MenuProps extends ComponentProps<typeof Button> {
  label: ReactNode
  /** For menus at the right edge of the window. */
  end?: boolean
  /** `MenuLink`s and `MenuButton`s. */
  children: ReactNode
}

/**
 * Button that opens a list of links and buttons. Not `role="menu"`, which promises the keys of a
 * desktop menu and hides links from screen readers' lists. While it is open nothing else is
 * clickable, because the list covers half of some buttons.
 */
export function Menu({ label, end = false, ref, children, ...rest }: MenuProps) {
  const [open, setOpen] = useState(false)
  const menu = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useImperativeHandle(ref, () => button.current as HTMLButtonElement)

  useOutsidePointer(menu, open, () => setOpen(false))

  const onBlur = ({ relatedTarget }: FocusEvent) => {
    // Null when Safari clicks a button, or when the window loses the focus.
    if (relatedTarget && !menu.current?.contains(relatedTarget)) setOpen(false)
  }

  const close = () => {
    button.current?.focus()
    setOpen(false)
  }

  const key = (event: KeyboardEvent) => {
    if (!open) return
    if (event.key === 'Escape') close()
    else if (event.key === 'ArrowDown') move(menu.current, 1)
    else if (event.key === 'ArrowUp') move(menu.current, -1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  const choose = ({ target }: MouseEvent) => {
    if ((target as Element).closest('a, button')) close()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears what its links and buttons do.
    <div ref={menu} className={styles.menu} onBlur={onBlur} onKeyDown={key}>
      {open && <div className={styles.ground} onClick={close} aria-hidden="true" />}
      <Button {...rest} ref={button} aria-expanded={open} onClick={() => setOpen(!open)}>
        {label}
        <Icon name="down" className={styles.arrow} />
      </Button>
      {open && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the browser makes clicks of keys on its items.
        <ul className={cx(styles.list, end && styles.end)} onClick={choose}>
          {children}
        </ul>
      )}
    </div>
  )
}

/** Moves the focus through the button and the items, in a circle. */
function move(menu: HTMLElement | null, by: 1 | -1) {
  const stops = Array.from(menu?.querySelectorAll<HTMLElement>('a, button:not([disabled])') ?? [])
  const at = stops.indexOf(document.activeElement as HTMLElement)
  stops[(at + by + stops.length) % stops.length]?.focus()
}

/** Menu item that links to a page. */
export function MenuLink({ className, ...link }: ComponentProps<'a'> & { href: string }) {
  return (
    <li>
      <Link {...link} className={cx(styles.item, className)} />
    </li>
  )
}

/** Menu item that runs an action. The focus is back on the menu's button by then. */
export function MenuButton({ className, ...button }: ComponentProps<'button'>) {
  return (
    <li>
      <button type="button" {...button} className={cx(styles.item, className)} />
    </li>
  )
}

/** Menu item that opens a file of the server. */
export function MenuFile({ className, children, ...link }: ComponentProps<'a'> & { href: string }) {
  return (
    <li>
      <a {...link} className={cx(styles.item, className)}>
        {children}
      </a>
    </li>
  )
}
