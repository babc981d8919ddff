import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { withCommas } from '../../lib/numbers'
import { Page } from '../../ui/Page'
import { Table } from '../../ui/Table'
import { TextField } from '../../ui/TextField'
import { DisableDialog } from './DisableDialog'
import { MemberRow } from './MemberRow'
import styles from './MembersPage.module.css'
import { type Member, useMembers } from './queries'
import { ResetLinkDialog } from './ResetLinkDialog'
import { SuspendDialog } from './SuspendDialog'

export type MemberAction = 'reset-link' | 'disable' | 'suspend'

/** Everybody, to be found and looked after. */
export function MembersPage() {
  const members = useMembers()
  const [query, setQuery] = useSearchParams()
  const [open, setOpen] = useState<{ action: MemberAction; member: Member }>()
  const wanted = query.get('q') ?? ''
  const found = members.filter((member) => matches(member, wanted))
  const search = (text: string) => setQuery(text ? { q: text } : {}, { replace: true })
  const close = () => setOpen(undefined)
  return (
    <Page title="Members">
      <div className="stack">
        <TextField
          name="q"
          label="Find somebody"
          hint="By name, username or email"
          type="search"
          autoCapitalize="none"
          value={wanted}
          onChange={({ target }) => search(target.value)}
        />
        <p role="status" className="meta">
          {wanted
            ? `${withCommas(found.length)} of ${withCommas(members.length)} members`
            : `${withCommas(members.length)} ${members.length === 1 ? 'member' : 'members'}`}
        </p>
        {found.length > 0 && (
          <Table className={styles.members}>
            <thead>
              <tr>
                <th scope="col">Member</th>
                <th scope="col">Email</th>
                <th scope="col">Memos</th>
                <th scope="col">Since</th>
                <th scope="col">
                  <span className="visually-hidden">What to do</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {found.map((member) => (
                <MemberRow
                  key={member.uid}
                  member={member}
                  onAsk={(action) => setOpen({ action, member })}
                />
              ))}
            </tbody>
          </Table>
        )}
      </div>
      {open?.action === 'reset-link' && <ResetLinkDialog member={open.member} onClose={close} />}
      {open?.action === 'disable' && <DisableDialog member={open.member} onClose={close} />}
      {open?.action === 'suspend' && <SuspendDialog member={open.member} onClose={close} />}
    </Page>
  )
}

function matches({ name, username, email }: Member, wanted: string): boolean {
  const words = wanted.toLowerCase().split(/\s+/)
  const text = `${name} ${username} ${email}`.toLowerCase()
  return words.every((word) => text.includes(word))
}
