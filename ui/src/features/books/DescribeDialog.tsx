import { errorMessage } from '../../api/error'
import { type Memo, useMemoWords } from '../../api/memos'
import { AltTextField } from '../../ui/AltTextField'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { MemoImage } from '../../ui/MemoImage'

/** A picture of the member's beside its words. */
export function DescribeDialog({ memo, onClose }: { memo: Memo; onClose(): void }) {
  const words = useMemoWords(memo)
  return (
    <Dialog title="What it says" onClose={onClose}>
      <div className="stack">
        <p>
          Your words are read out to those who cannot see the picture, printed with it for them, and
          found by search.
        </p>
        {memo.img && (
          <MemoImage
            image={memo.img}
            alt={`Your answer to: ${memo.question}`}
            page={memo.type === 'page'}
          />
        )}
        <AltTextField of={memo.question} rows={4} value={words.text} onChange={words.change} />
        {words.error && <Banner tone="error">{errorMessage(words.error)}</Banner>}
        <div className="row">
          <Button
            look="primary"
            busy={words.isSaving}
            disabled={words.isSame}
            onClick={() => words.save(onClose)}
          >
            Save
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
