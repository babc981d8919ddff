/** Places at which members left their books, in this browser. */

import { getStored, setStored, useStored } from '../../lib/storage'

/** Place in a book, which is there on every display. */
export interface Place {
  /** Key of the chapter's question. */
  qid: string
  /** Index of the answer in the chapter. */
  answer: number
}

/** Places by member and book. */
type Places = Partial<Record<string, Place>>

const keyOf = (uid: string, bid: string) => `${uid}/${bid}`

function parse(text: string | null): Places {
  try {
    const places: unknown = JSON.parse(text ?? '{}')
    return typeof places === 'object' && places !== null ? (places as Places) : {}
  } catch {
    return {}
  }
}

/** Saves the place of a member in a book. Nothing is saved for visitors. */
export function savePlace(uid: string | undefined, bid: string, place: Place) {
  if (!uid) return
  const places = { ...parse(getStored('places')), [keyOf(uid, bid)]: place }
  setStored({ places: JSON.stringify(places) })
}

/** Place at which a member left a book in this browser. */
export const usePlace = (uid: string | undefined, bid: string): Place | undefined =>
  parse(useStored('places'))[keyOf(uid ?? '', bid)]
