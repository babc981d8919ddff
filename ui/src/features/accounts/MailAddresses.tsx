import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import {
  mailAddress,
  type Profile,
  useMailNames,
  useRemoveMailAddress,
  useReplaceMailAddress,
} from '../../entities/member/queries'
import { topicsQuery } from '../../entities/post/queries'
import { errorMessage } from '../../lib/api-error'
import { copyFrom } from '../../lib/copy'
import { timeAgo, toDate } from '../../lib/format'
import { notify } from '../../lib/notify'
import { Banner } from '../../ui/Banner'
import { Button } from '../../ui/Button'
import { Select } from '../../ui/Select'
import { TextField } from '../../ui/TextField'

/** Addresses that the member can mail pages to: one by name, and a secret one to make, replace and turn off. */
export function MailAddresses({ profile }: { profile: Profile }) {
  const names = useMailNames()
  const topics = useQuery(topicsQuery).data
  const [chosen, setChosen] = useState('')
  const notifySuccess = (message: string) => () => notify({ message, tone: 'good' })
  const replace = useReplaceMailAddress(profile.uid, notifySuccess('Your new address is ready.'))
  const remove = useRemoveMailAddress(profile.uid, notifySuccess('Your secret address is off.'))
  if (!names || !topics) return null
  const { open, secret } = names
  const code = chosen || topics[0]?.code
  const error = replace.error ?? remove.error
  const options = topics.map((topic) => ({ value: topic.code, label: topic.name }))
  return (
    <section className="stack" aria-labelledby="posting-by-mail">
      <h2 id="posting-by-mail">Posting by mail</h2>
      {error && <Banner tone="error">{errorMessage(error)}</Banner>}
      <p>
        Mail a page to a topic as a PNG or a PDF. The subject becomes the caption. Nobody else sees
        it until you publish it.
      </p>
      {code ? (
        <>
          {(open || secret) && (
            <Select
              name="topic"
              label="Topic"
              value={code}
              options={options}
              onChange={setChosen}
            />
          )}
          {open && (
            <MailAddressField
              label={`From ${profile.email}, send to`}
              copyLabel={`Copy the address for mail from ${profile.email}`}
              address={mailAddress(open, code)}
            />
          )}
          {secret && (
            <MailAddressField
              label="From anywhere, send to your secret address"
              copyLabel="Copy the address for mail from anywhere"
              address={mailAddress(secret.name, code)}
            />
          )}
        </>
      ) : (
        <p className="meta">There are no topics to post to yet.</p>
      )}
      {secret ? (
        <p className="meta">
          Made {timeAgo(toDate(secret.since))}. Anyone who knows your secret address can send pages
          in your name. If that happens, make a new one: the old one stops working.
        </p>
      ) : (
        <p className="meta">
          A secret address is for a tablet that sends email from its own address. Anyone who knows
          it can send pages in your name, but only you can publish them.
        </p>
      )}
      <div className="row">
        <Button busy={replace.isPending} onClick={() => replace.mutate()}>
          {secret ? 'Make a new address' : 'Make a secret address'}
        </Button>
        {secret && (
          <Button variant="quiet" busy={remove.isPending} onClick={() => remove.mutate()}>
            Turn it off
          </Button>
        )}
      </div>
    </section>
  )
}

interface MailAddressFieldProps {
  label: string
  /** Label of the button that copies the address. */
  copyLabel: string
  address: string
}

/** Field with an address to copy or type into a tablet; too long for one line of most screens. */
function MailAddressField({ label, copyLabel, address }: MailAddressFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <TextField
      name="address"
      label={label}
      value={address}
      readOnly
      ref={field}
      onFocus={(event) => event.target.select()}
      button={
        <Button aria-label={copyLabel} onClick={() => field.current && copyFrom(field.current)}>
          Copy
        </Button>
      }
    />
  )
}
