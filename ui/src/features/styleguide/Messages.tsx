import { useState } from 'react'
import { notify } from '../../lib/notify'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { BlankSheet } from '../../ui/drawings/BlankSheet'
import { EmptyState } from '../../ui/EmptyState'
import { Progress } from '../../ui/Progress'
import { Skeleton } from '../../ui/Skeleton'
import { Section, Specimen } from './Specimen'

const LONG =
  'A message that is longer than it should be, with anextraordinarilylongwordthatdoesnotfitanywhere in it.'

export function Messages() {
  const [undone, setUndone] = useState(0)
  const deleted = () =>
    notify({
      words: 'Post deleted.',
      action: { label: 'Undo', run: () => setUndone((times) => times + 1) },
    })
  return (
    <Section
      title="Messages"
      rule="What must be read stands on the page as a banner. What has just been done is a toast: it may be missed."
    >
      <Specimen name="Banner">
        <div className="stack">
          <Banner>This book is still gathering entries.</Banner>
          <Banner tone="good">Your email was verified successfully</Banner>
        </div>
      </Specimen>
      <Specimen name="Banner, trouble">
        <div className="stack">
          <Banner tone="warn">Page 3 is faint. Two answers may be missing.</Banner>
          <Banner tone="error">{LONG}</Banner>
        </div>
      </Specimen>
      <Specimen name={`Toasts (undone ${undone} times)`}>
        <div className="row">
          <Button onClick={deleted}>With a way back</Button>
          <Button onClick={() => notify({ words: 'Settings saved.', tone: 'good' })}>Good</Button>
          <Button onClick={() => notify({ words: LONG, tone: 'error' })}>Long</Button>
        </div>
      </Specimen>
      <Specimen name="Progress: 40 %, and without an end">
        <div className="stack">
          <Progress label="Sending page.pdf" percent={40} />
          <Progress label="Reading your handwriting" />
        </div>
      </Specimen>
      <Specimen name="Skeleton of text">
        <Skeleton label="Loading the entries…" lines={4} />
      </Specimen>
      <Specimen name="Skeleton of a picture with two lines">
        <Skeleton label="Loading the post…" picture={{ width: 480, height: 200 }} lines={2} />
      </Specimen>
      <Specimen name="EmptyState" wide>
        <EmptyState
          drawing={<BlankSheet />}
          title="You have not submitted any entries"
          action={<Button look="primary">Submit Entries</Button>}
        >
          <p>Your answers appear here, and in the book when it is bound.</p>
        </EmptyState>
      </Specimen>
    </Section>
  )
}
