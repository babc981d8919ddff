import { type QueryClient, type QueryKey, useMutation } from '@tanstack/react-query'
import { invalidateOverview } from '../../entities/admin/queries'
import { reauthenticate } from '../../entities/member/queries'

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
  queryClient.setQueryData<Item[]>(list, (all) => all?.map((each) => (matches(each) ? item : each)))
  queryClient.setQueryData<Record<Name, Item>>(
    details,
    (shown) => shown && { ...shown, [name]: item },
  )
  void invalidateOverview(queryClient)
}

/** Confirms the password of the signed-in admin. */
export const useReauthenticate = () => useMutation({ mutationFn: reauthenticate })
