import { createElement, Fragment } from 'react'
import { useSearchParams } from 'wouter'
import { Banner } from '../../../ui/Banner'
import { Checkbox } from '../../../ui/ChoiceGroup'
import { type Column, DataTable } from '../../../ui/DataTable'
import { EmptyState } from '../../../ui/EmptyState'
import { FilterField, useFiltered } from '../../../ui/FilterField'
import { BlankSheet } from '../../../ui/illustrations/empty-states'
import { Page } from '../../../ui/Page'
import styles from './AdminSettingsPage.module.css'
import { type Setting, useSettings } from './queries'

const COLUMNS: Column<Setting>[] = [
  {
    head: 'Setting',
    rowHeader: true,
    className: styles.name,
    cell: (setting) => <code>{nameOf(setting)}</code>,
  },
  { head: 'Value', className: styles.value, cell: (setting) => <Value setting={setting} /> },
  { head: 'Source', className: styles.from, cell: (setting) => <Origin setting={setting} /> },
  { head: 'Description', cell: ({ about }) => <WithNames words={about} /> },
]

const FIND = {
  label: 'Find a setting',
  hint: 'By name, value, source or description',
  textOf: (setting: Setting) =>
    [setting.key, setting.about, formatValue(setting), originOf(setting)].join(' '),
  counted: ['1 setting', '# settings'],
} as const

/** Settings that the server was started with, read-only. The address holds the filter. */
export function AdminSettingsPage() {
  const { settings, warnings } = useSettings()
  const [query, setQuery] = useSearchParams()
  const onlySet = query.get('only') === 'set'
  const rows = onlySet ? settings.filter(isSet) : settings
  const found = useFiltered(rows, FIND)
  const show = (only: boolean) =>
    setQuery(
      (asked) => {
        if (only) asked.set('only', 'set')
        else asked.delete('only')
        return asked
      },
      { replace: true },
    )
  return (
    <Page
      title="Server settings"
      lead="The settings that the server was started with. They can’t be changed here."
    >
      <div className="stack">
        {warnings.map((warning) => (
          <Banner key={warning} tone="warn">
            <p className={styles.lines}>
              <WithNames words={warning} />
            </p>
          </Banner>
        ))}
        <HowToChange file={settings.find(({ file }) => file)?.file} />
        <FilterField find={FIND} found={found.length} of={rows.length} />
        <div className="screen-only">
          <Checkbox checked={onlySet} onChange={show}>
            Only changed settings
          </Checkbox>
        </div>
        {rows.length === 0 && (
          <EmptyState drawing={<BlankSheet />} title="Everything is at its default." />
        )}
        {groupBySection(found).map(([section, inIt]) => (
          <section key={section} aria-labelledby={`section-${section}`}>
            <h2 id={`section-${section}`} className={styles.section}>
              {section ? `[${section}]` : 'Top level'}
            </h2>
            <DataTable
              label={section || 'Top level'}
              rows={inIt}
              keyOf={({ key }) => key}
              columns={COLUMNS}
              empty={null}
            />
          </section>
        ))}
      </div>
    </Page>
  )
}

function HowToChange({ file = 'inkfold.toml' }: { file?: string | null | undefined }) {
  return (
    <p className="prose">
      To change a setting, edit <code>{file}</code> on the server, run{' '}
      <code>inkfold config check</code>, and restart or reload the server. Variables and flags
      override the file. Change them where the server is started.
    </p>
  )
}

/** Text with names in backticks rendered as code. */
function WithNames({ words }: { words: string }) {
  const parts = words
    .split('`')
    .map((part, index) => (index % 2 === 1 ? createElement('code', null, part) : part))
  return createElement(Fragment, null, ...parts)
}

/** Value of a setting; of a secret, only whether it is set. */
function Value({ setting }: { setting: Setting }) {
  const { secret, value } = setting
  if (secret) return value === '' ? 'Not set' : 'Set (hidden)'
  return <code className={styles.settingCellsValue}>{formatValue(setting)}</code>
}

/** Source and default of a setting. */
function Origin({ setting }: { setting: Setting }) {
  const { secret, value } = setting
  if (!isSet(setting)) return <span className="meta">{originOf(setting)}</span>
  const byDefault = toToml(setting.default)
  return (
    <>
      {originOf(setting)}
      {!secret && (
        <p className="meta">
          {toToml(value) === byDefault ? (
            'Same as the default'
          ) : (
            <>
              Default: <code>{byDefault}</code>
            </>
          )}
        </p>
      )}
    </>
  )
}

/** A value in TOML. */
function toToml(value: unknown): string {
  return Array.isArray(value) ? `[${value.map(toToml).join(', ')}]` : JSON.stringify(value)
}

/** Displayable value of a setting. */
const formatValue = ({ secret, value }: Setting): string => (secret ? '' : toToml(value))

const isSet = ({ origin }: Setting) => origin !== 'default'

/** Source of a setting, such as "inkfold.toml, line 3". */
function originOf({ origin, file, line, variable, flag }: Setting): string {
  switch (origin) {
    case 'file':
      return `${file}, line ${line}`
    case 'variable':
      return `Variable ${variable}`
    case 'flag':
      return `Flag ${flag}`
    case 'default':
      return 'Default'
  }
}

/** Section of a key: "mail.smtp" of `mail.smtp.port`; empty at the top level. */
const sectionOf = ({ key }: Setting): string => key.slice(0, Math.max(0, key.lastIndexOf('.')))

/** Name in a key: "port" of `mail.smtp.port`. */
const nameOf = ({ key }: Setting): string => key.slice(key.lastIndexOf('.') + 1)

/** Settings grouped by section, in the order of the server. */
function groupBySection(settings: Setting[]): [section: string, Setting[]][] {
  const sections = new Map<string, Setting[]>()
  for (const setting of settings) {
    const section = sectionOf(setting)
    sections.set(section, [...(sections.get(section) ?? []), setting])
  }
  return [...sections]
}
