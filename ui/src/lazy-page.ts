import { type ComponentType, createElement, lazy, type ReactNode, useState } from 'react'
import { logOnly } from './lib/log'

interface LazyPage<Props> {
  (props: Props): ReactNode
  /** Fetches the page, so that it can be shown at once. */
  preload(): void
}

/**
 * A page that is fetched when it is first shown, if it has not been fetched before. With it comes what
 * asks the server, which the first script does without.
 */
export function lazyPage<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyPage<Props> {
  let loaded: ComponentType<Props> | undefined
  const fetchPage = async () => {
    const [Fetched, { Queries }] = await Promise.all([load(), import('./api/Queries')])
    loaded ??= (props: Props) => createElement(Queries, null, createElement(Fetched, props))
    return { default: loaded }
  }
  const Lazy = lazy(fetchPage)
  // biome-ignore lint/correctness/noComponentHookFactories: it is called once for each page, when this file loads.
  const Page = (props: Props) => {
    // The same for as long as it is shown: another component would begin anew.
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? (Lazy as ComponentType<Props>))
    return createElement(Shown, props)
  }
  return Object.assign(Page, { preload: () => void fetchPage().catch(logOnly) })
}
