import { wordsOf } from '../../api/error'
import { type Memo, useMemoWords } from '../../api/memos'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { WhatItSays } from '../../ui/WhatItSays'

interface PageWordsProps {
  /** The page that is kept. */
  memo: Memo
  question: string
  /** It has come just now; words to an earlier one have a button of their own. */
  isNew: boolean
  onDone(): void
}

/** What a page says, beside its picture. */
export function PageWords({ memo, question, isNew, onDone }: PageWordsProps) {
  const { text, change, isSame, save, isSaving, error } = useMemoWords(memo)
  return (
    <>
      <WhatItSays of={question} value={text} onChange={change} />
      {error && <Banner tone="error">{wordsOf(error)}</Banner>}
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
