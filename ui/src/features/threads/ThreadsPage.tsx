import { useTopics } from '../../api/threads'
import { Conversation } from '../../ui/drawings/steps'
import { EmptyState } from '../../ui/EmptyState'
import { Page } from '../../ui/Page'
import { PostingByMail } from './PostingByMail'
import { TopicCard } from './TopicCard'

/** What is talked about here. */
export function ThreadsPage() {
  const topics = useTopics()
  return (
    <Page title="Thread Topics" lead="Pictures of handwritten pages, and talk about them.">
      {topics.length === 0 ? (
        <EmptyState drawing={<Conversation />} title="There are no topics yet.">
          <p>The first one appears here when your community opens it.</p>
        </EmptyState>
      ) : (
        <div className="stack">
          <ul className="cards">
            {topics.map((topic) => (
              <li key={topic.id}>
                <TopicCard topic={topic} />
              </li>
            ))}
          </ul>
          {topics[0] && <PostingByMail topic={topics[0]} />}
        </div>
      )}
    </Page>
  )
}
