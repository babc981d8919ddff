import type { Plugin } from 'vite'

/** Fonts of the first screen. */
const FIRST = [/^literata-latin-600/, /^atkinson-hyperlegible-next-latin-(400|700)/]

/**
 * Preloads the fonts of the first screen. With `font-display: optional` a late font is not used,
 * which spares e-ink screens a second refresh.
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
            // On a slow network the script comes first, and the page is read in a font of the system.
            fetchpriority: 'low',
          },
          injectTo: 'head' as const,
        }))
      },
    },
  }
}
