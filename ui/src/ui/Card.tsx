import type { ComponentProps } from 'react'
import { Link } from 'wouter'
import styles from './Card.module.css'
import { cx } from './cx'

/** Sheet with a folded corner. */
export function Card({ className, ...div }: ComponentProps<'div'>) {
  return <div {...div} className={cx(styles.card, className)} />
}

interface CardLinkProps extends Omit<ComponentProps<'a'>, 'className'> {
  href: string
  /** History state. */
  state?: object
  /** Styled like a link in text. */
  inText?: boolean
}

/** Name of a card as a link that covers the whole card. Buttons on the card stay above it. */
export function CardLink({ inText = false, ...link }: CardLinkProps) {
  return <Link {...link} className={inText ? styles.link : `${styles.link} ${styles.heading}`} />
}
