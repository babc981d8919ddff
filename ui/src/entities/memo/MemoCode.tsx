import { withBasePath } from '../../lib/base'
import { paths } from '../../paths'
import styles from './MemoCode.module.css'
import type { Memo } from './queries'

/** QR code of a memo's page. In print the address stands below it, for readers without a camera. */
export function MemoCode({ memo: { id, qrcode } }: { memo: Pick<Memo, 'id' | 'qrcode'> }) {
  return (
    <figure className={styles.code}>
      <img src={qrcode} alt="QR code of this memo's address" width={128} height={128} />
      <figcaption className={styles.address}>
        {window.location.origin + withBasePath(paths.memo(id))}
      </figcaption>
    </figure>
  )
}
