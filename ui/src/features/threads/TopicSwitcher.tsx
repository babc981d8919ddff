import { useQuery } from '@tanstack/react-query'
import type { Topic } from '../../api/posts'
import { topicsQuery } from '../../api/threads'
import { formatNumber } from '../../lib/numbers'
import { paths } from '../../paths'
import { Menu, MenuLink } from '../../ui/Menu'

const withCount = ({ name, postCount }: Topic) => `${name} (${formatNumber(postCount)})`

/** From topic to topic. The list may come later than the page. */
export function TopicSwitcher({ topic }: { topic: Topic }) {
  const { data: topics = [topic] } = useQuery(topicsQuery)
  // Its count follows what is published and deleted.
  const current = topics.find(({ id }) => id === topic.id) ?? topic
  return (
    <Menu
      end
      label={
        <>
          <span className="visually-hidden">Topic: </span>
          {withCount(current)}
        </>
      }
    >
      {topics.map((each) => (
        <MenuLink
          key={each.id}
          href={paths.thread(each.code)}
          aria-current={each.code === topic.code ? 'page' : undefined}
        >
          {withCount(each)}
        </MenuLink>
      ))}
    </Menu>
  )
}
