import type { Plugin } from 'vite'

/** The faces of the first screen; italics and the like would only delay it. */
const FIRST = [/^literata-latin-600/, /^atkinson-hyperlegible-next-latin-(400|700)/]

/**
 * Asks for the first screen's fonts in the page head. With `font-display: optional` a font that
 * comes late is not used, which spares e-ink screens a second refresh; so it should come early.
 */
export function preloadFonts(): Plugin {
  return {
    name: 'inkfold:preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const files = Object.keys(bundle).filter((file) => {
          const name = file.slice(file.lastIndexOf('/') + 1)
          return name.endsWith('.woff2') && FIRST.some((face) => face.test(name))
        })
        return files.sort().map((file) => ({
          tag: 'link',
          attrs: {
            rel: 'preload',
            as: 'font',
            type: 'font/woff2',
            href: `/${file}`,
            crossorigin: '',
          },
          injectTo: 'head' as const,
        }))
      },
    },
  }
}
