import type { Profile } from '../../entities/member/queries'
import { errorMessage } from '../../lib/api-error'
import { serverConfig } from '../../lib/server-config'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { Progress } from '../../ui/Progress'
import { useExport, useOwnBooks } from './queries'

/** Download of everything stored about the member. */
export function YourData({ profile }: { profile: Profile }) {
  const made = useExport(`${serverConfig.name}-${profile.username}.zip`)
  return (
    <section className="stack" aria-labelledby="your-data">
      <h2 id="your-data">Your data</h2>
      {made.error && <Banner tone="error">{errorMessage(made.error)}</Banner>}
      {made.isSuccess && <Banner tone="good">Your data is in your downloads.</Banner>}
      <p>
        Everything that {serverConfig.name} stores about you, in one file. It has your account,
        profile and sessions, and all your answers with their pictures and earlier versions. Your
        posts, comments, likes, loves, reports and blocks are in it too.
      </p>
      <p className="meta">A zip file of pictures and plain text. Start with its README.txt.</p>
      {made.isPending && <Progress label="Collecting your data" />}
      <div className="row">
        <Button busy={made.isPending} onClick={() => made.mutate()}>
          {made.isPending ? 'Collecting your data…' : 'Download my data'}
        </Button>
      </div>
      <OwnBooks fileName={`${serverConfig.name}-${profile.username}.pdf`} />
    </section>
  )
}

/** Download of the member's memos as books. Unlike the export, a book has no history and no account data. */
function OwnBooks({ fileName }: { fileName: string }) {
  const bound = useOwnBooks(fileName)
  return (
    <>
      <h3>Your memos as a book</h3>
      {bound.error && <Banner tone="error">{errorMessage(bound.error)}</Banner>}
      {bound.isSuccess && <Banner tone="good">Your book is in your downloads.</Banner>}
      <p>Your current answers from all books in one PDF, published or not.</p>
      {bound.isPending && <Progress label="Making your book" />}
      <div className="row">
        <Button busy={bound.isPending} onClick={() => bound.mutate()}>
          {bound.isPending ? 'Making your book…' : 'My memos as PDF'}
        </Button>
      </div>
    </>
  )
}
