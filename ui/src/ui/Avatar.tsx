import type { ComponentProps } from 'react'
import styles from './Avatar.module.css'
import { cx } from './cx'

interface AvatarProps extends ComponentProps<'span'> {
  name: string
  /** Comments take the first two words of a name, everything else its first and last. */
  by?: 'ends' | 'beginning'
  /** For avatars without the name beside them: what they stand for. */
  label?: string
}

/** Somebody's initials in a circle. */
export function Avatar({ name, by = 'ends', label, className, ...span }: AvatarProps) {
  const said = label ? ({ role: 'img', 'aria-label': label } as const) : { 'aria-hidden': true }
  return (
    <span {...said} {...span} className={cx(styles.avatar, className)}>
      {initialsOf(name, by)}
    </span>
  )
}

/** One or two letters; of no name, a question mark. */
export function initialsOf(name: string, by: 'ends' | 'beginning' = 'ends'): string {
  const words = name.split(/\s+/).filter(Boolean)
  const [first, second] = [words[0], by === 'ends' ? words[words.length - 1] : words[1]]
  const chosen = words.length > 1 ? [first, second] : [first]
  // By character, not by code unit: half of one is no letter.
  const letters = chosen.map((word = '') => Array.from(word)[0] ?? '').join('')
  return letters.toLocaleUpperCase() || '?'
}
