import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { api, call } from '../../api/client'
import { MAX_LENGTHS } from '../../api/limits'
import { useDraft } from '../../lib/drafts'
import { notify } from '../../lib/notify'
import { useSession } from '../../lib/session'
import { paths } from '../../paths'
import { Dialog } from '../../ui/Dialog'
import { Form } from '../../ui/Form'
import { Submit } from '../../ui/Submit'
import { TextArea } from '../../ui/TextArea'
import styles from './SuggestBookTile.module.css'

/** Tile that opens the dialog to suggest a book. */
export function SuggestBookTile() {
  const session = useSession()
  const [open, setOpen] = useState(false)
  const [, navigate] = useLocation()
  const openDialog = () =>
    session ? setOpen(true) : navigate(paths.signIn({ last: paths.library }))
  return (
    <>
      <button type="button" className={styles.tile} onClick={openDialog}>
        Make a book suggestion
      </button>
      {open && session && <SuggestDialog uid={session.uid} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Dialog to suggest a book. Keeps a draft. */
function SuggestDialog({ uid, onClose }: { uid: string; onClose(): void }) {
  const { text, change, settle } = useDraft(`${uid}/suggestion`, '')
  const send = useMutation({
    mutationFn: (suggestion: string) =>
      call(api.POST('/api/suggestion/send', { body: { suggestion, uid } })),
    onSuccess: (_, suggestion) => {
      settle(suggestion, '')
      notify({ message: 'Thank you. Your suggestion is on its way to the admins.', tone: 'good' })
      onClose()
    },
  })
  return (
    <Dialog title="Suggest a book" onClose={onClose}>
      <Form error={send.error} busy={send.isPending} onSubmit={() => send.mutate(text)}>
        <TextArea
          name="suggestion"
          label="What should it be about?"
          hint="A theme, and perhaps some of its questions."
          rows={6}
          value={text}
          maxCharacters={MAX_LENGTHS.NewSuggestion.suggestion}
          onChange={(event) => change(event.target.value)}
          check={(typed) => (typed.trim().length < 4 ? 'Enter a suggestion.' : undefined)}
        />
        <Submit>Send</Submit>
      </Form>
    </Dialog>
  )
}
