import type { ComponentProps } from 'react'
import { Link } from 'wouter'
import styles from './CardLink.module.css'

interface CardLinkProps extends Omit<ComponentProps<'a'>, 'className'> {
  href: string
  /** Kept in the history beside the address. */
  state?: object
  /** Whether it looks as links in texts do. */
  inText?: boolean
}

/** The name of a card, which lies over all of it. Buttons on the card stand above. */
export function CardLink({ inText = false, ...link }: CardLinkProps) {
  return <Link {...link} className={inText ? styles.link : `${styles.link} ${styles.heading}`} />
}
