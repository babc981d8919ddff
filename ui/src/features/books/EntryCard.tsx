import { useState } from 'react'
import { MAX_LENGTHS } from '../../api/limits'
import { HiddenNotice } from '../../entities/memo/HiddenNotice'
import { MemoContent, MemoImage } from '../../entities/memo/MemoContent'
import { type Memo, useTranscription } from '../../entities/memo/queries'
import { TranscriptionField } from '../../entities/memo/TranscriptionField'
import {
  type EditedDraft,
  useTranscriptionDraft,
} from '../../entities/memo/use-transcription-draft'
import { errorMessage } from '../../lib/api-error'
import { plural, toDate } from '../../lib/format'
import { useGuestBook } from '../../lib/session'
import { paths } from '../../paths'
import { Badge } from '../../ui/Badge'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { Dialog } from '../../ui/Dialog'
import { Menu, MenuButton, MenuLink } from '../../ui/Menu'
import { RelativeTime } from '../../ui/RelativeTime'
import styles from './EntryCard.module.css'

interface EntryCardProps {
  memo: Memo
  /** Whether the book takes answers. */
  isOpen: boolean
  onWithdraw(): void
}

/** Card of one of the member's memos. */
export function EntryCard({ memo, isOpen, onWithdraw }: EntryCardProps) {
  const { question } = memo
  const [isTranscribing, setTranscribing] = useState(false)
  const isGuest = useGuestBook() !== null
  return (
    <Card>
      <article className={styles.entry} aria-labelledby={`memo-${memo.id}`}>
        <h3 id={`memo-${memo.id}`} className={styles.question}>
          {question}
        </h3>
        {memo.waiting && (
          <p>
            <Badge>Waiting for acceptance</Badge>
          </p>
        )}
        <HiddenNotice memo={memo} />
        <MemoContent memo={memo} description="Your handwriting" className={styles.words} />
        <p className="meta">
          <EntryTime memo={memo} />
          {memo.published && <> · {formatLoves(memo.loves)}</>}
        </p>
        <Menu
          label={
            <>
              Change<span className="visually-hidden">: {question}</span>
            </>
          }
        >
          {isOpen && <MenuLink href={paths.chooseType(memo.bid)}>Contribute again</MenuLink>}
          {memo.img && !isGuest && (
            <MenuButton onClick={() => setTranscribing(true)}>
              {memo.alt ? 'Edit the transcription' : 'Add a transcription'}
            </MenuButton>
          )}
          <MenuButton onClick={onWithdraw}>Withdraw</MenuButton>
        </Menu>
        {isTranscribing && (
          <TranscriptionDialog memo={memo} onClose={() => setTranscribing(false)} />
        )}
      </article>
    </Card>
  )
}

export function EntryTime({ memo }: { memo: Memo }) {
  const updatedAt = toDate(memo.updatedAt)
  return <RelativeTime at={updatedAt} />
}

/** Dialog with a picture of the member and its transcription. */
function TranscriptionDialog({ memo, onClose }: { memo: Memo; onClose(): void }) {
  const transcription = useTranscription(memo)
  const [edited, setEdited] = useState<EditedDraft>()
  const drafted = useTranscriptionDraft({
    source: { id: memo.id },
    text: transcription.text,
    onChange: transcription.change,
    edited,
    onEdit: setEdited,
    isConfirmedOnSave: true,
  })
  return (
    <Dialog title="Transcription" onClose={onClose}>
      <div className="stack">
        <p>
          Your transcription helps people who can’t see the picture: screen readers read it out. It
          is also printed with the picture, and search finds it.
        </p>
        {memo.img && (
          <MemoImage
            image={memo.img}
            alt={`Your answer to: ${memo.question}`}
            page={memo.type === 'page'}
          />
        )}
        <TranscriptionField
          maxCharacters={MAX_LENGTHS.DescribedMemo.alt}
          of={memo.question}
          drafted={drafted}
        />
        {transcription.error && <Banner tone="error">{errorMessage(transcription.error)}</Banner>}
        <div className="row">
          <Button
            variant="primary"
            busy={transcription.isSaving}
            disabled={transcription.isSame && !drafted.isDraft}
            onClick={() => {
              drafted.confirm()
              transcription.save(onClose, drafted.text)
            }}
          >
            Save
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

/** "No loves yet", "1 love", "1,200 loves". */
export function formatLoves(count: number) {
  if (count === 0) return 'No loves yet'
  return plural(count, '1 love', '# loves')
}
