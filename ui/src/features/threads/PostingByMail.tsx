import { Link } from 'wouter'
import { mailAddress, useMailNames } from '../../api/inbound-address'
import type { Topic } from '../../api/posts'
import { useProfile } from '../../api/profiles'
import { serverConfig } from '../../lib/server-config'
import { paths } from '../../paths'
import { Card } from '../../ui/Card'

/** How to post by mail, with the member's own address; nothing where nobody can. */
export function PostingByMail({ topic }: { topic: Topic }) {
  const names = useMailNames()
  const email = useProfile()?.email
  if (!serverConfig.postHost || !names || !email) return null
  const settings = <Link href={paths.settings}>settings</Link>
  const name = names.open ?? names.secret?.name
  return (
    <Card>
      <section className="stack" aria-labelledby="posting-by-mail">
        <h2 id="posting-by-mail">Post by mail</h2>
        <p>
          Most tablets can mail a page. Send it as a PNG or a PDF to the address of a topic: the
          subject becomes the caption, and of a PDF the first page is posted. It{' '}
          <Link href={paths.pendingPosts}>waits for you here</Link> until you publish it.
        </p>
        {name ? (
          <p>
            Your address for {topic.name} is <strong>{mailAddress(name, topic.code)}</strong>.
          </p>
        ) : (
          <p>Your own address for it is made in your {settings}.</p>
        )}
        {names.open && (
          <p>
            Send from {email}. If your tablet mails from another address, make a secret one in your{' '}
            {settings}.
          </p>
        )}
        {!names.open && names.secret && (
          <p>
            Whoever knows this address can leave pages here in your name, so keep it to yourself. In
            your {settings} you can make a new one or turn it off.
          </p>
        )}
      </section>
    </Card>
  )
}
