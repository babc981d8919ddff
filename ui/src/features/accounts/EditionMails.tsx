import { useState } from 'react'
import { errorMessage } from '../../lib/api-error'
import { notify } from '../../lib/notify'
import { Banner } from '../../ui/Banner'
import { RadioGroup } from '../../ui/ChoiceGroup'
import { Skeleton } from '../../ui/Skeleton'
import { useChooseEditionNotices, useEditionNotices } from './queries'

const CHOICES = [
  { value: 'first', label: 'When it is first published' },
  { value: 'every', label: 'At every new edition' },
  { value: 'none', label: 'Never' },
]

/** Choice of the editions that the member gets a mail about; saved at once. */
export function EditionMails() {
  const { data, error } = useEditionNotices()
  const choose = useChooseEditionNotices(() => notify({ message: 'Saved.', tone: 'good' }))
  // Set during the click: the browser would otherwise show the old choice until the request has
  // started.
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
