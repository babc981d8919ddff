import { useState } from 'react'
import { Link } from 'wouter'
import { MAX_LENGTHS } from '../../../api/limits'
import type { Topic } from '../../../entities/post/post'
import { useTopics } from '../../../entities/post/queries'
import { errorMessage } from '../../../lib/api-error'
import { formatNumber } from '../../../lib/format'
import { paths } from '../../../paths'
import { Banner } from '../../../ui/Banner'
import { Button } from '../../../ui/Button'
import { required } from '../../../ui/checks'
import { type Column, DataTable } from '../../../ui/DataTable'
import { Dialog } from '../../../ui/Dialog'
import { EmptyState } from '../../../ui/EmptyState'
import { Form } from '../../../ui/Form'
import { ThreeSheets } from '../../../ui/illustrations/ThreeSheets'
import { Menu, MenuButton } from '../../../ui/Menu'
import { Page } from '../../../ui/Page'
import { Submit } from '../../../ui/Submit'
import { TextField } from '../../../ui/TextField'
import { type TopicFormValues, useRemoveTopic, useSaveTopic } from './queries'

type Open = { action: 'add' } | { action: 'edit' | 'remove'; topic: Topic }

const COLUMNS: Column<Topic>[] = [
  {
    head: 'Topic',
    rowHeader: true,
    cell: ({ name, code }) => <Link href={paths.thread(code)}>{name}</Link>,
  },
  { head: 'Code', showLabelOnMobile: true, cell: ({ code }) => code },
  { head: 'Posts', showLabelOnMobile: true, cell: ({ postCount }) => formatNumber(postCount) },
]

/** Topics that members can post to. */
export function TopicsPage() {
  const topics = useTopics()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  return (
    <Page title="Topics">
      <div className="stack">
        <div className="row">
          <Button variant="primary" onClick={() => setOpen({ action: 'add' })}>
            Add a topic
          </Button>
        </div>
        <DataTable
          label="Topics"
          rows={topics}
          keyOf={({ id }) => id}
          columns={COLUMNS}
          actions={(topic) => (
            <Menu label="Actions" aria-label={`Actions for ${topic.name}`} variant="quiet" end>
              <MenuButton onClick={() => setOpen({ action: 'edit', topic })}>Edit…</MenuButton>
              <MenuButton onClick={() => setOpen({ action: 'remove', topic })}>Remove…</MenuButton>
            </Menu>
          )}
          empty={<EmptyState drawing={<ThreeSheets />} title="There are no topics yet." />}
        />
      </div>
      {open?.action === 'add' && <TopicDialog topic={undefined} onClose={close} />}
      {open?.action === 'edit' && <TopicDialog topic={open.topic} onClose={close} />}
      {open?.action === 'remove' && <RemoveTopicDialog topic={open.topic} onClose={close} />}
    </Page>
  )
}

/** Dialog that confirms the removal of a topic. The server refuses to remove one with posts. */
function RemoveTopicDialog({ topic, onClose }: { topic: Topic; onClose(): void }) {
  const { mutate, isPending, error } = useRemoveTopic(topic, onClose)
  return (
    <Dialog title={`Remove ${topic.name}?`} onClose={onClose}>
      <div className="stack">
        {error && <Banner tone="error">{errorMessage(error)}</Banner>}
        <p>Nobody can post to it any more. Only a topic without posts can be removed.</p>
        <div className="row">
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" busy={isPending} onClick={() => mutate()}>
            Remove the topic
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

interface TopicDialogProps {
  /** Undefined for a new topic. */
  topic: Topic | undefined
  onClose(): void
}

/** Dialog with the name and code of a topic. */
function TopicDialog({ topic, onClose }: TopicDialogProps) {
  const save = useSaveTopic(topic, onClose)
  return (
    <Dialog title={topic ? `Edit ${topic.name}` : 'Add a topic'} onClose={onClose}>
      <Form<keyof TopicFormValues>
        onSubmit={({ name, code }) => save.mutate({ name: name.trim(), code: code.trim() })}
        error={save.error}
        busy={save.isPending}
      >
        <TextField
          name="name"
          label="Name"
          maxCharacters={MAX_LENGTHS.NewTopic.name}
          defaultValue={topic?.name}
          check={required('Enter a name.')}
        />
        <TextField
          name="code"
          label="Code"
          hint={`Used in addresses such as ${paths.thread('letters')}. If you change it, old links stop working.`}
          autoCapitalize="none"
          spellCheck={false}
          maxCharacters={MAX_LENGTHS.NewTopic.code}
          defaultValue={topic?.code}
          check={required('Enter a code.')}
        />
        <Submit needsChange={topic !== undefined}>{topic ? 'Save' : 'Add'}</Submit>
      </Form>
    </Dialog>
  )
}
