import { type ComponentType, createElement, lazy, type ReactNode, useState } from 'react'
import { logOnly } from './lib/log'

interface LazyPage<Props> {
  (props: Props): ReactNode
  /** Fetches the code of the page, so that it can render at once. */
  preload(): void
}

/** Page whose code is fetched when it is first rendered or preloaded. Keeps its queries out of the first script. */
export function lazyPage<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyPage<Props> {
  let loaded: ComponentType<Props> | undefined
  const fetchPage = async () => {
    const [Fetched, { QueryProvider }] = await Promise.all([load(), import('./api/QueryProvider')])
    loaded ??= (props: Props) => createElement(QueryProvider, null, createElement(Fetched, props))
    return { default: loaded }
  }
  const Lazy = lazy(fetchPage)
  // biome-ignore lint/correctness/noComponentHookFactories: it is called once for each page, when this file loads.
  const Page = (props: Props) => {
    // Constant for as long as the page is rendered: another component would remount it.
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? (Lazy as ComponentType<Props>))
    return createElement(Shown, props)
  }
  return Object.assign(Page, { preload: () => void fetchPage().catch(logOnly) })
}
