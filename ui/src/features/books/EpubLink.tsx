import { useHasEpub } from '../../api/books'
import { paths } from '../../paths'
import { DownloadLink } from '../../ui/ButtonLink'

/** The newest edition for readers that set the page themselves; those from long ago have none. */
export function EpubLink({ bid }: { bid: string }) {
  if (!useHasEpub(bid)) return null
  return <DownloadLink href={paths.publishedBook(bid, { format: 'epub' })}>EPUB</DownloadLink>
}
