import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, call } from '../../api/client'
import { errorMessage } from '../../lib/api-error'
import { notify } from '../../lib/notify'
import { Banner } from '../../ui/Banner'
import { RadioGroup } from '../../ui/ChoiceGroup'
import { Skeleton } from '../../ui/Skeleton'

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

const EDITION_NOTICES = ['edition-notices']

const useEditionNotices = () =>
  useQuery({
    queryKey: EDITION_NOTICES,
    queryFn: () => call(api.GET('/api/account/edition-notices')),
  })

function useChooseEditionNotices(onSuccess: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (editions: string) =>
      call(api.POST('/api/account/edition-notices', { body: { editions } })),
    onSuccess: (chosen) => {
      queryClient.setQueryData(EDITION_NOTICES, chosen)
      onSuccess()
    },
  })
}
