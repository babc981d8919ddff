import type { Topic } from '../../../api/posts'
import { paths } from '../../../paths'
import { required } from '../../../ui/checks'
import { Dialog } from '../../../ui/Dialog'
import { Form } from '../../../ui/Form'
import { Submit } from '../../../ui/Submit'
import { TextField } from '../../../ui/TextField'
import { type TopicWords, useSaveTopic } from './queries'

interface TopicDialogProps {
  /** None for a new one. */
  topic: Topic | undefined
  onClose(): void
}

/** What a topic is called, for people and in addresses. */
export function TopicDialog({ topic, onClose }: TopicDialogProps) {
  const save = useSaveTopic(topic, onClose)
  return (
    <Dialog title={topic ? `Edit ${topic.name}` : 'Add a topic'} onClose={onClose}>
      <Form<keyof TopicWords>
        onSubmit={({ name, code }) => save.mutate({ name: name.trim(), code: code.trim() })}
        error={save.error}
        busy={save.isPending}
      >
        <TextField
          name="name"
          label="Name"
          defaultValue={topic?.name}
          check={required('A name is needed.')}
        />
        <TextField
          name="code"
          label="Code"
          hint={`Its name in addresses, as in ${paths.thread('letters')}. Links to the old one end when it changes.`}
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={topic?.code}
          check={required('A code is needed.')}
        />
        <Submit needsChange={topic !== undefined}>{topic ? 'Save' : 'Add'}</Submit>
      </Form>
    </Dialog>
  )
}
