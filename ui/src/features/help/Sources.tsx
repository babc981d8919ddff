import { Folded } from './Folded'
import type { Source } from './guides/guide'
import styles from './Sources.module.css'

const BY: Record<Source['by'], string> = {
  maker: 'the maker’s page, known to us through others who cite it',
  others: 'what somebody else found',
}

/** So that anyone can check again after an update. Nothing is loaded from there. */
export function Sources({ sources }: { sources: readonly Source[] }) {
  return (
    <Folded summary="Where this comes from" print="leave-out">
      <ul className={styles.sources}>
        {sources.map(({ title, url, by }) => (
          <li key={url}>
            {title}: {BY[by]}.
            <br />
            <a href={url} rel="noreferrer">
              {url.replace('https://', '')}
            </a>
          </li>
        ))}
      </ul>
    </Folded>
  )
}
