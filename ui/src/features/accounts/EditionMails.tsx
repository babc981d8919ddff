import { useState } from 'react'
import { errorMessage } from '../../api/error'
import { notify } from '../../lib/notify'
import { Banner } from '../../ui/Banner'
import { RadioGroup } from '../../ui/ChoiceGroup'
import { Skeleton } from '../../ui/Skeleton'
import { useChooseEditionNotices, useEditionNotices } from './edition-queries'

const CHOICES = [
  { value: 'first', label: 'When it is first published' },
  { value: 'every', label: 'At every new edition' },
  { value: 'none', label: 'Never' },
]

/** Which editions a member is told of by mail; a choice is saved at once. */
export function EditionMails() {
  const { data, error } = useEditionNotices()
  const choose = useChooseEditionNotices(() => notify({ words: 'Saved.', tone: 'good' }))
  // Marked within the click: the browser would else show the old choice until the request is under way.
  const [chosen, setChosen] = useState<string>()
  const save = (editions: string) => {
    setChosen(editions)
    choose.mutate(editions, { onSettled: () => setChosen(undefined) })
  }
  const failure = choose.error ?? (data ? null : error)
  return (
    <section className="stack" aria-labelledby="edition-mails">
      <h2 id="edition-mails">Mails about books</h2>
      {failure && <Banner tone="error">{errorMessage(failure)}</Banner>}
      {!data && !error && <Skeleton label="Loading your choice…" lines={3} />}
      {data && (
        <RadioGroup
          name="edition-mails"
          label="Email me about a book with my entries"
          choices={CHOICES}
          stacked
          value={chosen ?? data.editions}
          onChange={save}
        />
      )}
    </section>
  )
}
