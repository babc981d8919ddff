import { useState } from 'react'
import { MemoImage } from '../../entities/memo/MemoContent'
import type { Memo } from '../../entities/memo/queries'
import { timeAgo, toDate } from '../../lib/format'
import { useSession } from '../../lib/session'
import { paths } from '../../paths'
import { cx } from '../../ui/cx'
import { Menu, MenuButton, MenuLink } from '../../ui/Menu'
import { canReport, LoveButton, MemoReportDialog } from './MemoButtons'
import styles from './MemoOnPage.module.css'

interface MemoOnPageProps {
  memo: Memo
  /** Whether handwriting is at the right margin: it turns from side to side, as in print. */
  isRight: boolean
}

/** One answer on a page of the book: ink on paper, signed by its writer. */
export function MemoOnPage({ memo, isRight }: MemoOnPageProps) {
  const { id, type, img, post, alt, author } = memo
  const [isTranscribed, setTranscribed] = useState(false)
  const [isReporting, setReporting] = useState(false)
  const session = useSession()
  const hasTranscription = !!img && !!alt
  return (
    <article
      aria-labelledby={`memo-${id}`}
      className={cx(styles.memo, styles[type as keyof typeof styles], isRight && styles.right)}
    >
      {img ? (
        <MemoImage
          image={img}
          alt={alt ?? `Handwriting of ${author.name}`}
          page={type === 'page'}
        />
      ) : (
        <p className={styles.words} dir="auto">
          {post}
        </p>
      )}
      <div className={styles.foot}>
        <h2 id={`memo-${id}`} className={styles.signature}>
          {author.name}
        </h2>
        <div className={styles.actions}>
          {session && <LoveButton memo={memo} quiet />}
          {(session || hasTranscription) && (
            <Menu
              label="More"
              aria-label={`More about the memo of ${author.name}`}
              variant="quiet"
              end
            >
              {hasTranscription && (
                <MenuButton onClick={() => setTranscribed(!isTranscribed)}>
                  {isTranscribed ? 'Hide the transcription' : 'Show the transcription'}
                </MenuButton>
              )}
              {session && (
                <MenuLink href={paths.memo(id)}>
                  Open the memo, {timeAgo(toDate(memo.updatedAt))}
                </MenuLink>
              )}
              {session && canReport(memo, session.uid) && (
                <MenuButton onClick={() => setReporting(true)}>Report…</MenuButton>
              )}
            </Menu>
          )}
        </div>
      </div>
      {isReporting && <MemoReportDialog memo={memo} onClose={() => setReporting(false)} />}
      <div aria-live="polite">
        {isTranscribed && (
          <p className={styles.transcription} dir="auto">
            {alt}
          </p>
        )}
      </div>
    </article>
  )
}
