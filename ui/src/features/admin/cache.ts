import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { renewOverview } from '../../entities/admin/queries'

interface Places<Name extends string> {
  list: QueryKey
  details: QueryKey
  /** What it is called in its details. */
  name: Name
}

/** Writes a member or book as the server has it now wherever it is shown. */
export function updateListAndDetail<Item, Name extends string>(
  queryClient: QueryClient,
  { list, details, name }: Places<Name>,
  item: Item,
  matches: (each: Item) => boolean,
) {
  queryClient.setQueryData<Item[]>(list, (all) => all?.map((each) => (matches(each) ? item : each)))
  queryClient.setQueryData<Record<Name, Item>>(
    details,
    (shown) => shown && { ...shown, [name]: item },
  )
  void renewOverview(queryClient)
}
