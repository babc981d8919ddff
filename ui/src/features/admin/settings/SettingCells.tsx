import { createElement, Fragment } from 'react'
import { inToml, isSet, originOf, valueWords } from './format'
import type { Setting } from './queries'
import styles from './SettingCells.module.css'

/** Words with names between backticks, as comments have them. */
export function WithNames({ words }: { words: string }) {
  const parts = words
    .split('`')
    .map((part, index) => (index % 2 === 1 ? createElement('code', null, part) : part))
  return createElement(Fragment, null, ...parts)
}

/** What it is set to; of a secret, only whether there is one. */
export function Value({ setting }: { setting: Setting }) {
  const { secret, value } = setting
  if (secret) return value === '' ? 'none' : 'there is one, which is never shown'
  return <code className={styles.value}>{valueWords(setting)}</code>
}

/** Who says so, and what it would be if nobody did. */
export function Origin({ setting }: { setting: Setting }) {
  const { secret, value } = setting
  if (!isSet(setting)) return <span className="meta">by default</span>
  const byDefault = inToml(setting.default)
  return (
    <>
      {originOf(setting)}
      {!secret && (
        <p className="meta">
          {inToml(value) === byDefault ? (
            'as by default'
          ) : (
            <>
              by default <code>{byDefault}</code>
            </>
          )}
        </p>
      )}
    </>
  )
}
