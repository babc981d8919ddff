import type { ReactNode } from 'react'
import { Badge } from '../../ui/Badge'
import { Card } from '../../ui/Card'
import { CardLink } from '../../ui/CardLink'
import styles from './Tile.module.css'

interface TileProps {
  href: string
  name: string
  drawing: ReactNode
  /** One of the tablets in the member's profile. */
  own?: boolean
  /** For a tile that has a row to itself. */
  wide?: boolean
  children: ReactNode
}

/** A help page in a list. The whole sheet can be pressed; its name is the link. */
export function Tile({ href, name, drawing, own = false, wide = false, children }: TileProps) {
  return (
    <Card>
      <div className={`${styles.tile} ${wide ? styles.wide : ''}`}>
        <div className={styles.drawing}>{drawing}</div>
        <div>
          <h3>
            <CardLink href={href} inText>
              {name}
            </CardLink>
            {own && (
              <span className={styles.own}>
                <Badge seal>Your tablet</Badge>
              </span>
            )}
          </h3>
          <p className={styles.words}>{children}</p>
        </div>
      </div>
    </Card>
  )
}
