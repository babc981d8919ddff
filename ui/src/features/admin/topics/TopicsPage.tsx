import { useState } from 'react'
import { Link } from 'wouter'
import type { Topic } from '../../../api/posts'
import { useTopics } from '../../../api/threads'
import { formatNumber } from '../../../lib/numbers'
import { paths } from '../../../paths'
import { Button } from '../../../ui/Button'
import { type Column, DataTable } from '../../../ui/DataTable'
import { ThreeSheets } from '../../../ui/drawings/ThreeSheets'
import { EmptyState } from '../../../ui/EmptyState'
import { Menu, MenuButton } from '../../../ui/Menu'
import { Page } from '../../../ui/Page'
import { RemoveTopicDialog } from './RemoveTopicDialog'
import { TopicDialog } from './TopicDialog'

type Open = { action: 'add' } | { action: 'edit' | 'remove'; topic: Topic }

const COLUMNS: Column<Topic>[] = [
  {
    head: 'Topic',
    names: true,
    cell: ({ name, code }) => <Link href={paths.thread(code)}>{name}</Link>,
  },
  { head: 'Code', labelled: true, cell: ({ code }) => code },
  { head: 'Posts', labelled: true, cell: ({ postCount }) => formatNumber(postCount) },
]

/** What members may post about. */
export function TopicsPage() {
  const topics = useTopics()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  return (
    <Page title="Topics">
      <div className="stack">
        <div className="row">
          <Button look="primary" onClick={() => setOpen({ action: 'add' })}>
            Add a topic
          </Button>
        </div>
        <DataTable
          label="Topics"
          rows={topics}
          keyOf={({ id }) => id}
          columns={COLUMNS}
          actions={(topic) => (
            <Menu label="Actions" aria-label={`Actions for ${topic.name}`} look="quiet" end>
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
