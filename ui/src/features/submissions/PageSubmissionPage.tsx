import { useState } from 'react'
import { useBook, useQuestions } from '../../entities/book/queries'
import { useMemos } from '../../entities/memo/queries'
import { FullPageDialog } from './FullPageDialog'
import { NoQuestions } from './NoQuestions'
import { PagePicture } from './PagePicture'
import { answerStatus, PromptCard } from './PromptCard'
import { SubmissionFrame } from './SubmissionFrame'

/** Full pages, for drawings and art: choose a question, drop a PDF. */
export function PageSubmissionPage({ bid }: { bid: string }) {
  const book = useBook(bid)
  const questions = useQuestions(bid)
  const memos = useMemos(bid)
  const [open, setOpen] = useState<string>()
  const sent = memos.filter(({ type, img }) => type === 'page' && img)
  const pages = new Map(sent.map((memo) => [memo.qid, memo]))
  const asked = questions.find(({ key }) => key === open)
  return (
    <SubmissionFrame type="page" book={book}>
      <section className="stack" aria-labelledby="how">
        <h2 id="how">How It Works</h2>
        <p>
          Choose a question and upload a page: a PDF of one page, or a PNG. It is printed as large
          as a page of the book allows. You may change it until the book is compiled.
        </p>
        {questions.length === 0 && <NoQuestions />}
        <ul className="cards">
          {questions.map((question) => {
            const page = pages.get(question.key)
            return (
              <li key={question.key}>
                <PromptCard question={question} onOpen={() => setOpen(question.key)}>
                  {page?.img ? (
                    <PagePicture image={page.img} question={question.description} />
                  ) : (
                    <span className="meta">{answerStatus(memos, question.key)}</span>
                  )}
                </PromptCard>
              </li>
            )
          })}
        </ul>
      </section>
      {asked && (
        <FullPageDialog
          bid={bid}
          question={asked}
          before={pages.get(asked.key)}
          onClose={() => setOpen(undefined)}
        />
      )}
    </SubmissionFrame>
  )
}
