import { prerender } from 'react-dom/static'
import { Router } from 'wouter'
import { helpPages } from './features/help/guides/all'
import { paths } from './paths'
import { Routes } from './routes'

/**
 * Pages for browsers without scripts, or with scripts too old for the interface. The build renders
 * each once; the server adds head, links and foot.
 */
export const BASIC_PAGES: readonly string[] = [
  paths.home,
  paths.features,
  paths.about,
  paths.contact,
  paths.privacy,
  paths.help,
  ...helpPages().map(({ page }) => paths.helpFor(page)),
]

/** Renders the content of `<main>` at an address as it is before any script has run. */
export async function renderBasic(path: string): Promise<string> {
  const { prelude } = await prerender(
    <Router ssrPath={path}>
      <Routes />
    </Router>,
    {
      // React would otherwise send parts of large pages later and place them by script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError(error) {
        throw error
      },
    },
  )
  return withoutScript(await new Response(prelude).text())
}

/** Opens disclosures and removes buttons, which would need a script. */
const withoutScript = (html: string) =>
  html
    .replace(/<!--.*?-->/g, '')
    .replace(/<details(?=[\s>])/g, '<details open=""')
    .replace(/<button[\s>].*?<\/button>/gs, '')
