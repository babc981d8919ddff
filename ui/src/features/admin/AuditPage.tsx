import { useSuspenseQuery } from '@tanstack/react-query'
import { api, call } from '../../api/client'
import { timeAgo, toDate } from '../../lib/time-ago'
import { BlankSheet } from '../../ui/drawings/BlankSheet'
import { EmptyState } from '../../ui/EmptyState'
import { Page } from '../../ui/Page'
import { Table } from '../../ui/Table'
import styles from './AuditPage.module.css'
import { nameOf } from './report-queries'

/** What admins did, newest first. */
export function AuditPage() {
  const deeds = useSuspenseQuery({
    queryKey: ['admin', 'audit'],
    queryFn: () => call(api.GET('/api/admin/audit')),
    // What the admin has just done elsewhere is to be seen here.
    staleTime: 0,
  }).data
  return (
    <Page title="Audit" lead="What admins did, the newest first.">
      {deeds.length === 0 ? (
        <EmptyState drawing={<BlankSheet />} title="No admin has done anything yet." />
      ) : (
        <Table className={styles.deeds}>
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">Who</th>
              <th scope="col">What</th>
              <th scope="col">To what</th>
              <th scope="col">Note</th>
            </tr>
          </thead>
          <tbody>
            {deeds.map(({ id, at, by, deed, to, note }) => (
              <tr key={id}>
                <td className={styles.when}>
                  <time dateTime={toDate(at).toISOString()}>{timeAgo(toDate(at))}</time>
                </td>
                <td>{by ? nameOf(by) : 'the command line'}</td>
                <th scope="row">{inWords(deed)}</th>
                <td>{to}</td>
                <td className={note ? undefined : styles.none}>{note}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Page>
  )
}

/** Deeds are named for programs: "hide-post". */
function inWords(deed: string): string {
  const words = deed.replace(/[-_.]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
