import type { ComponentProps } from 'react'
import styles from './Avatar.module.css'
import { cx } from './cx'

interface AvatarProps extends ComponentProps<'span'> {
  name: string
  /** `beginning` takes the first two words of a name (comments), `ends` the first and last. */
  by?: 'ends' | 'beginning'
  /** Accessible name, for avatars without a name beside them. */
  label?: string
}

/** Initials in a circle. */
export function Avatar({ name, by = 'ends', label, className, ...span }: AvatarProps) {
  const said = label ? ({ role: 'img', 'aria-label': label } as const) : { 'aria-hidden': true }
  return (
    <span {...said} {...span} className={cx(styles.avatar, className)}>
      {initialsOf(name, by)}
    </span>
  )
}

/** One or two letters; a question mark for an empty name. */
export function initialsOf(name: string, by: 'ends' | 'beginning' = 'ends'): string {
  const words = name.split(/\s+/).filter(Boolean)
  const [first, second] = [words[0], by === 'ends' ? words[words.length - 1] : words[1]]
  const chosen = words.length > 1 ? [first, second] : [first]
  // By character, not by UTF-16 unit, which could split one.
  const letters = chosen.map((word = '') => Array.from(word)[0] ?? '').join('')
  return letters.toLocaleUpperCase() || '?'
}
