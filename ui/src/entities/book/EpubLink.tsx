import { paths } from '../../paths'
import { DownloadLink } from '../../ui/ButtonLink'

/** The newest edition of a book for readers that set the page themselves. */
export function EpubLink({ bid }: { bid: string }) {
  return <DownloadLink href={paths.publishedBook(bid, { format: 'epub' })}>EPUB</DownloadLink>
}
