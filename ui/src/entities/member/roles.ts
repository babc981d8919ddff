import { createContext, useContext } from 'react'

/** Roles of a member. The server alone decides about them. */
export interface Roles {
  isAdmin: boolean
  /** Whether the member decides on posts and comments. True for admins. */
  isModerator: boolean
  /** Whether the member keeps any book. True for admins. */
  isKeeper: boolean
  /** Ids of the books that the member keeps. Empty for admins, who keep all books. */
  keeperOf: readonly string[]
}

/** Provided by `<AdminArea>`. */
export const RolesContext = createContext<Roles | undefined>(undefined)

/** Roles of the member, on the pages of the admin area. */
export function useRoles(): Roles {
  const roles = useContext(RolesContext)
  if (!roles) throw new Error('This page must stand inside <AdminArea>.')
  return roles
}
