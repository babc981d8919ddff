import {
  type ComponentProps,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { Link } from 'wouter'
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
 * A button that opens a list of links and buttons. Not `role="menu"`: that promises the ways of a
 * desktop menu, and takes the links from those who look for links.
 *
 * While it is open nothing else can be pressed: the list lies over half of some button, and a finger
 * that means the list, or means to close it, must not do what that button does.
 */
export function Menu({ label, end = false, ref, children, ...rest }: MenuProps) {
  const [open, setOpen] = useState(false)
  const menu = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useImperativeHandle(ref, () => button.current as HTMLButtonElement)

  useEffect(() => {
    if (!open) return
    const onPointerDown = ({ target }: PointerEvent) => {
      if (isOutside(menu.current, target)) setOpen(false)
    }
    document.addEventListener('pointerdown', onPointerDown)
    return () => document.removeEventListener('pointerdown', onPointerDown)
  }, [open])

  const onBlur = ({ relatedTarget }: FocusEvent) => {
    // There is none when Safari presses a button, or when another window comes to the front.
    if (relatedTarget && isOutside(menu.current, relatedTarget)) setOpen(false)
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

const isOutside = (menu: HTMLElement | null, target: EventTarget | null) =>
  !menu?.contains(target as Node | null)

/** Goes round through the button and the items. */
function move(menu: HTMLElement | null, by: 1 | -1) {
  const stops = Array.from(menu?.querySelectorAll<HTMLElement>('a, button:not([disabled])') ?? [])
  const at = stops.indexOf(document.activeElement as HTMLElement)
  stops[(at + by + stops.length) % stops.length]?.focus()
}

/** A page that the menu leads to. */
export function MenuLink({ className, ...link }: ComponentProps<'a'> & { href: string }) {
  return (
    <li>
      <Link {...link} className={cx(styles.item, className)} />
    </li>
  )
}

/** Something that the menu does. Focus is back on the menu's own button when it runs. */
export function MenuButton({ className, ...button }: ComponentProps<'button'>) {
  return (
    <li>
      <button type="button" {...button} className={cx(styles.item, className)} />
    </li>
  )
}

/** A file of the server's that the menu opens, and no page of ours. */
export function MenuFile({ className, children, ...link }: ComponentProps<'a'> & { href: string }) {
  return (
    <li>
      <a {...link} className={cx(styles.item, className)}>
        {children}
      </a>
    </li>
  )
}
