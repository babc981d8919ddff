import { errorMessage } from '../../api/error'
import { type Memo, useMemoWords } from '../../api/memos'
import { AltTextField } from '../../ui/AltTextField'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'

interface PageAltTextFormProps {
  /** The page that is kept. */
  memo: Memo
  question: string
  /** It has come just now; words to an earlier one have a button of their own. */
  isNew: boolean
  onDone(): void
}

/** What a page says, beside its picture. */
export function PageAltTextForm({ memo, question, isNew, onDone }: PageAltTextFormProps) {
  const { text, change, isSame, save, isSaving, error } = useMemoWords(memo)
  return (
    <>
      <AltTextField of={question} value={text} onChange={change} />
      {error && <Banner tone="error">{errorMessage(error)}</Banner>}
      <div className="row">
        {!isNew && (
          <Button busy={isSaving} disabled={isSame} onClick={() => save(onDone)}>
            Save words
          </Button>
        )}
        <Button
          look="primary"
          busy={isNew && isSaving}
          disabled={!isNew}
          onClick={() => (isSame ? onDone() : save(onDone))}
        >
          Done
        </Button>
      </div>
    </>
  )
}
