import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const FOLDER = 'assets/'
const NO_FILES = 'new Set([])'

/** Fills the names of the built files into the service worker, which deletes all others from its cache. */
export function withFiles(worker: string, names: readonly string[]): string {
  if (!worker.includes(NO_FILES)) throw new Error(`service-worker.js has no ${NO_FILES}.`)
  return worker.replace(NO_FILES, `new Set(${JSON.stringify(names)})`)
}

/** Writes `service-worker.js` with the names of the files of the build. */
export function serviceWorker(): Plugin {
  let publicDir = ''
  return {
    name: 'inkfold:service-worker',
    apply: 'build',
    configResolved(config) {
      publicDir = config.publicDir
    },
    generateBundle: {
      // After the styles, which another plugin emits.
      order: 'post',
      handler(_options, bundle) {
        const files = Object.keys(bundle).filter((name) => name.startsWith(FOLDER))
        const names = files.map((name) => name.slice(FOLDER.length)).sort()
        const worker = readFileSync(join(publicDir, 'service-worker.js'), 'utf8')
        const source = withFiles(worker, names)
        this.emitFile({ type: 'asset', fileName: 'service-worker.js', source })
      },
    },
  }
}
