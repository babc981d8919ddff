import { Banner } from '../../ui/Banner'

/** What may have been read wrongly, in the reader's words. */
export function ReadingWarnings({ doubts }: { doubts: string[] }) {
  return (
    <Banner tone="warn">
      {doubts.length === 1 ? (
        <p>{doubts[0]}</p>
      ) : (
        <ul>
          {doubts.map((doubt) => (
            <li key={doubt}>{doubt}</li>
          ))}
        </ul>
      )}
      <p>
        <strong>Look at each picture before you submit.</strong>
      </p>
    </Banner>
  )
}
