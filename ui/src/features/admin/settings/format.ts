import type { Setting } from './queries'

/** A value as a settings file has it. */
export function inToml(value: unknown): string {
  return Array.isArray(value) ? `[${value.map(inToml).join(', ')}]` : JSON.stringify(value)
}

/** Whatever may be shown of a value. */
export const valueWords = ({ secret, value }: Setting): string => (secret ? '' : inToml(value))

export const isSet = ({ origin }: Setting) => origin !== 'default'

/** "inkfold.toml, line 3": who has the last word. */
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

/** "mail.smtp" of `mail.smtp.port`; the first settings of a file stand in none. */
export const sectionOf = ({ key }: Setting): string =>
  key.slice(0, Math.max(0, key.lastIndexOf('.')))

/** "port" of `mail.smtp.port`. */
export const nameOf = ({ key }: Setting): string => key.slice(key.lastIndexOf('.') + 1)

/** The settings section by section, in the order that they come in. */
export function inSections(settings: Setting[]): [section: string, Setting[]][] {
  const sections = new Map<string, Setting[]>()
  for (const setting of settings) {
    const section = sectionOf(setting)
    sections.set(section, [...(sections.get(section) ?? []), setting])
  }
  return [...sections]
}
