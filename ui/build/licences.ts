import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

interface Manifest {
  name: string
  version: string
  license: string
  dependencies?: Record<string, string>
}

const manifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** Packages that reach the browser: the dependencies with theirs. */
function shipped(modules: string, names: string[], found = new Map<string, Manifest>()) {
  for (const name of names) {
    if (found.has(name)) continue
    const read = manifest(join(modules, name))
    found.set(name, read)
    shipped(modules, Object.keys(read.dependencies ?? {}), found)
  }
  return found
}

function notice(modules: string, { name, version, license }: Manifest): string {
  const folder = join(modules, name)
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
  const text = file ? readFileSync(join(folder, file), 'utf8').trim() : `Licence: ${license}`
  return `${name} ${version}\n\n${text}\n`
}

/** Writes `licences.txt` with the licences of fonts and libraries. */
export function licences(): Plugin {
  let root = ''
  return {
    name: 'inkfold:licences',
    apply: 'build',
    configResolved(config) {
      root = config.root
    },
    generateBundle() {
      const modules = join(root, 'node_modules')
      const names = Object.keys(manifest(root).dependencies ?? {})
      const notices = [...shipped(modules, names).values()].map((each) => notice(modules, each))
      const source = `Inkfold's pages are made with these works.\n\n${notices.join(`\n${'-'.repeat(72)}\n\n`)}`
      this.emitFile({ type: 'asset', fileName: 'licences.txt', source })
    },
  }
}
