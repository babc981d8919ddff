import { readdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const TEXT = new Set(['.js', '.css', '.html', '.svg', '.txt', '.json'])

/** Parts that the server puts together into pages, which are never sent as they are. */
const PARTS = /\/(basic|basic-with-game|first-content)\/|\/(index\.html|page-scripts\.json)$/

/** Hashed files, of which the server unpacks the gzip copy for the rare client that takes no compression. */
const HASHED = /\/assets\//

/** Makes `.br` and `.gz` files of every text file that is sent, so that the server doesn't compress. */
export function compress(): Plugin {
  let folder = ''
  return {
    name: 'inkfold:compress',
    apply: 'build',
    configResolved(config) {
      folder = config.build.outDir
    },
    closeBundle() {
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        const file = join(entry.parentPath, entry.name)
        if (!entry.isFile() || !TEXT.has(extname(file)) || PARTS.test(file)) continue
        const text = readFileSync(file)
        const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
        writeFileSync(`${file}.br`, brotliCompressSync(text, { params: quality }))
        writeFileSync(`${file}.gz`, gzipSync(text, { level: constants.Z_BEST_COMPRESSION }))
        if (HASHED.test(file)) unlinkSync(file)
      }
    },
  }
}
