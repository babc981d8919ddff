import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { updateCached } from '../../api/update-cached'
import { invalidateOverview } from '../../entities/admin/queries'

interface Places<Name extends string> {
  list: QueryKey
  details: QueryKey
  /** Property of the details that holds the item. */
  name: Name
}

/** Updates an item, such as a member or book, in a cached list and in its cached details. */
export function updateListAndDetail<Item, Name extends string>(
  queryClient: QueryClient,
  { list, details, name }: Places<Name>,
  item: Item,
  matches: (each: Item) => boolean,
) {
  updateCached<Item[]>(queryClient, list, (all) => all.map((each) => (matches(each) ? item : each)))
  updateCached<Record<Name, Item>>(queryClient, details, (shown) => ({ ...shown, [name]: item }))
  void invalidateOverview(queryClient)
}
