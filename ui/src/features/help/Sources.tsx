import { Disclosure } from './Disclosure'
import type { Source } from './guides/guide'
import styles from './Sources.module.css'

const KINDS: readonly { by: Source['by']; words: string }[] = [
  { by: 'maker', words: 'The maker’s own pages, which we know through others who cite them' },
  { by: 'others', words: 'What others have tried and written down' },
]

/** So that anyone can check again after an update. Nothing is loaded from there. */
export function Sources({ sources }: { sources: readonly Source[] }) {
  return (
    <Disclosure summary="Where this comes from" print="leave-out">
      <dl className={styles.kinds}>
        {KINDS.map(({ by, words }) => {
          const found = sources.filter((source) => source.by === by)
          return found.length > 0 && <Kind key={by} words={words} sources={found} />
        })}
      </dl>
    </Disclosure>
  )
}

function Kind({ words, sources }: { words: string; sources: readonly Source[] }) {
  return (
    <div>
      <dt className={styles.kind}>{words}</dt>
      {sources.map(({ title, url }) => (
        <dd key={url} className={styles.source}>
          {title}
          <br />
          <a href={url} rel="noreferrer">
            {url.replace('https://', '')}
          </a>
        </dd>
      ))}
    </div>
  )
}
