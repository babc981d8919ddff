import { prerender } from 'react-dom/static'
import { Router } from 'wouter'
import { helpPages } from './features/help/guides/all'
import { paths } from './paths'
import { Routes } from './routes'

/**
 * The pages that are of use to a browser that runs no scripts, or whose scripts are too old for ours.
 * The build draws each once, and the server puts its own head, links and foot around it.
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

/** What stands in `<main>` at an address, as it is before any script has run. */
export async function renderBasic(path: string): Promise<string> {
  const { prelude } = await prerender(
    <Router ssrPath={path}>
      <Routes />
    </Router>,
    {
      // Beyond a size, React would send parts of a page later and have a script put them in place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError(error) {
        throw error
      },
    },
  )
  return withoutScript(await new Response(prelude).text())
}

/** What waits for a script would wait for ever: what unfolds is open, and buttons are left out. */
const withoutScript = (html: string) =>
  html
    .replace(/<!--.*?-->/g, '')
    .replace(/<details(?=[\s>])/g, '<details open=""')
    .replace(/<button[\s>].*?<\/button>/gs, '')
