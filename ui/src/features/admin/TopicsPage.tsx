import { useState } from 'react'
import { Link } from 'wouter'
import type { Topic } from '../../api/posts'
import { useTopics } from '../../api/threads'
import { withCommas } from '../../lib/numbers'
import { paths } from '../../paths'
import { Button } from '../../ui/Button'
import { ThreeSheets } from '../../ui/drawings/ThreeSheets'
import { EmptyState } from '../../ui/EmptyState'
import { Menu, MenuButton } from '../../ui/Menu'
import { Page } from '../../ui/Page'
import { ActionsCell, Table } from '../../ui/Table'
import { RemoveTopicDialog } from './RemoveTopicDialog'
import { TopicDialog } from './TopicDialog'
import styles from './TopicsPage.module.css'

type Open = { action: 'add' } | { action: 'edit' | 'remove'; topic: Topic }

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
        {topics.length === 0 ? (
          <EmptyState drawing={<ThreeSheets />} title="There are no topics yet." />
        ) : (
          <Table className={styles.topics}>
            <thead>
              <tr>
                <th scope="col">Topic</th>
                <th scope="col">Code</th>
                <th scope="col">Posts</th>
                <th scope="col">
                  <span className="visually-hidden">What to do</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {topics.map((topic) => (
                <TopicRow key={topic.id} topic={topic} onAsk={setOpen} />
              ))}
            </tbody>
          </Table>
        )}
      </div>
      {open?.action === 'add' && <TopicDialog topic={undefined} onClose={close} />}
      {open?.action === 'edit' && <TopicDialog topic={open.topic} onClose={close} />}
      {open?.action === 'remove' && <RemoveTopicDialog topic={open.topic} onClose={close} />}
    </Page>
  )
}

function TopicRow({ topic, onAsk }: { topic: Topic; onAsk(open: Open): void }) {
  const { name, code, postCount } = topic
  return (
    <tr>
      <th scope="row">
        <Link href={paths.thread(code)}>{name}</Link>
      </th>
      <td data-label="Code">{code}</td>
      <td data-label="Posts">{withCommas(postCount)}</td>
      <ActionsCell>
        <Menu label="Actions" aria-label={`Actions for ${name}`} look="quiet" end>
          <MenuButton onClick={() => onAsk({ action: 'edit', topic })}>Edit…</MenuButton>
          <MenuButton onClick={() => onAsk({ action: 'remove', topic })}>Remove…</MenuButton>
        </Menu>
      </ActionsCell>
    </tr>
  )
}
