import { withBasePath } from '../../lib/base'
import { paths } from '../../paths'
import styles from './MemoCode.module.css'
import type { Memo } from './queries'

/** The code that leads to a memo's page; on paper with the address, for those without a camera. */
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
