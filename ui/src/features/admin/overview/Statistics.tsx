import { Link } from 'wouter'
import { errorMessage } from '../../../lib/api-error'
import {
  formatDiskSize,
  formatFileSize,
  formatNumber,
  plural,
  timeAgo,
  toDate,
} from '../../../lib/format'
import { paths } from '../../../paths'
import { Banner } from '../../../ui/Banner'
import { Icon } from '../../../ui/Icon'
import { Progress } from '../../../ui/Progress'
import { Skeleton } from '../../../ui/Skeleton'
import { ShareBar, Tile, WeekChart } from './charts'
import { type Statistics as AllStatistics, useStatistics } from './queries'
import styles from './Statistics.module.css'

/** Charts and facts of the community: memos and members by week, storage, the last backup, handwriting. */
export function Statistics() {
  const { data, error } = useStatistics()
  return (
    <section aria-labelledby="statistics">
      <h2 id="statistics" className="visually-hidden">
        Statistics
      </h2>
      {data ? (
        <div className={styles.tiles}>
          <CountByWeek
            id="memos-by-week"
            title="New memos"
            tone="link"
            weeks={data.weeks.map(({ startsOn, memos }) => ({ startsOn, count: memos }))}
          />
          <CountByWeek
            id="members-by-week"
            title="New members"
            tone="moss"
            weeks={data.weeks.map(({ startsOn, members }) => ({ startsOn, count: members }))}
          />
          <Storage storage={data.storage} />
          <LastBackup backup={data.lastBackup} />
          <Handwriting reading={data.handwriting} />
        </div>
      ) : error ? (
        <Banner tone="error">The statistics can’t be shown. {errorMessage(error)}</Banner>
      ) : (
        <div className={styles.tiles}>
          <Skeleton label="Loading statistics…" lines={2} className={styles.tall} />
          <Skeleton label="" lines={2} className={styles.tall} />
          <Skeleton label="" lines={2} className={styles.low} />
          <Skeleton label="" lines={2} className={styles.low} />
          <Skeleton label="" lines={2} className={styles.low} />
        </div>
      )}
    </section>
  )
}

interface CountByWeekProps {
  id: string
  title: string
  tone: 'link' | 'moss'
  /** Count of each week, the current one last. */
  weeks: { startsOn: string; count: number }[]
}

/** Number of items added in each of the last weeks, in words and as a chart. */
function CountByWeek({ id, title, tone, weeks }: CountByWeekProps) {
  const [now = 0, before = 0] = weeks.map(({ count }) => count).reverse()
  const all = weeks.reduce((sum, { count }) => sum + count, 0)
  return (
    <Tile id={id} title={title}>
      <p>
        {plural(
          now,
          '1 this week, {before} last week, {all} in twelve weeks.',
          '# this week, {before} last week, {all} in twelve weeks.',
          { before: formatNumber(before), all: formatNumber(all) },
        )}
      </p>
      <WeekChart counted={title} tone={tone} weeks={weeks} />
    </Tile>
  )
}

const GIGABYTE = 1e9

/** "1.4 GB", or "12.3 MB" for less than one. */
const formatSize = (bytes: number) =>
  bytes < GIGABYTE ? formatFileSize(bytes) : formatDiskSize(bytes)

function Storage({ storage }: { storage: AllStatistics['storage'] }) {
  const { files, fileCount, database, free } = storage
  const count = plural(fileCount, '1 file', '# files')
  return (
    <Tile id="storage" title="Storage">
      <ShareBar
        shares={[
          { name: 'Pictures and books', size: files, text: `${formatSize(files)} (${count})` },
          { name: 'Database', size: database, text: formatSize(database) },
          { name: 'Free on this disk', size: free, text: formatSize(free) },
        ]}
      />
    </Tile>
  )
}

/** Progress of reading handwriting, which is what search can find. */
function Handwriting({ reading }: { reading: AllStatistics['handwriting'] }) {
  const { enabled, read, waiting, fault } = reading
  const all = read + waiting
  return (
    <Tile id="handwriting" title="Handwriting">
      {!enabled && <p>Reading handwriting is switched off.</p>}
      {fault && (
        <p>
          <Icon name="warn" className={styles.sign} />
          Nothing can be read at present: {fault}
        </p>
      )}
      <p>
        {plural(read, '1 picture was read.', '# pictures were read.')}{' '}
        {waiting > 0 && plural(waiting, '1 picture waits.', '# pictures wait.')}
      </p>
      {enabled && waiting > 0 && (
        <Progress label="Pictures that were read" percent={(100 * read) / all} />
      )}
    </Tile>
  )
}

function LastBackup({ backup }: { backup: AllStatistics['lastBackup'] }) {
  return (
    <Tile id="last-backup" title="Last backup">
      {backup ? (
        <>
          <p>
            <Icon name={backup.complete ? 'good' : 'warn'} className={styles.sign} />
            The last backup was made{' '}
            <Link href={paths.adminBackups}>{timeAgo(toDate(backup.madeAt))}</Link>.
          </p>
          <p className="meta">
            {backup.complete
              ? `It is complete: every file was read back. Its size is ${formatSize(backup.bytes)}.`
              : 'It is incomplete: files were missing or damaged.'}
          </p>
        </>
      ) : (
        <p>
          <Icon name="warn" className={styles.sign} />
          There is no backup yet. <Link href={paths.adminBackups}>Make one</Link>
        </p>
      )}
    </Tile>
  )
}
