import type { Setting } from './queries'

/** A value in TOML. */
export function toToml(value: unknown): string {
  return Array.isArray(value) ? `[${value.map(toToml).join(', ')}]` : JSON.stringify(value)
}

/** Displayable value of a setting. */
export const formatValue = ({ secret, value }: Setting): string => (secret ? '' : toToml(value))

export const isSet = ({ origin }: Setting) => origin !== 'default'

/** Source of a setting, such as "inkfold.toml, line 3". */
export function originOf({ origin, file, line, variable, flag }: Setting): string {
  switch (origin) {
    case 'file':
      return `${file}, line ${line}`
    case 'variable':
      return `the variable ${variable}`
    case 'flag':
      return `the flag ${flag}`
    case 'default':
      return 'by default'
  }
}

/** Section of a key: "mail.smtp" of `mail.smtp.port`; empty at the top level. */
export const sectionOf = ({ key }: Setting): string =>
  key.slice(0, Math.max(0, key.lastIndexOf('.')))

/** Name in a key: "port" of `mail.smtp.port`. */
export const nameOf = ({ key }: Setting): string => key.slice(key.lastIndexOf('.') + 1)

/** Settings grouped by section, in the order of the server. */
export function groupBySection(settings: Setting[]): [section: string, Setting[]][] {
  const sections = new Map<string, Setting[]>()
  for (const setting of settings) {
    const section = sectionOf(setting)
    sections.set(section, [...(sections.get(section) ?? []), setting])
  }
  return [...sections]
}
