import type { ComponentProps } from 'react'
import { Link } from 'wouter'
import styles from './CardLink.module.css'

interface CardLinkProps extends Omit<ComponentProps<'a'>, 'className'> {
  href: string
  /** Kept in the history beside the address. */
  state?: object
}

/** The name of a card, which lies over all of it. Buttons on the card stand above. */
export function CardLink(link: CardLinkProps) {
  return <Link {...link} className={styles.link} />
}
