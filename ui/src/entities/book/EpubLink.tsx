import { paths } from '../../paths'
import { DownloadLink } from '../../ui/ButtonLink'

/** Link to the newest edition of a book as EPUB. */
export function EpubLink({ bid }: { bid: string }) {
  return <DownloadLink href={paths.publishedBook(bid, { format: 'epub' })}>EPUB</DownloadLink>
}
