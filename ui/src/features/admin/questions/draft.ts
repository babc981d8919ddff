import { useState } from 'react'
import { MAX_LENGTHS } from '../../../api/limits'
import { announce } from '../../../lib/announce'
import { focusAfterRender } from '../../../lib/focus-after-render'
import type { AdminQuestion, Question } from './queries'

/** Id of the button that moves a question up or down. */
export const moverOf = (key: string, by: 1 | -1) => `${by === 1 ? 'down' : 'up'}-${key}`
export const editorOf = (key: string) => `edit-${key}`

const isSame = (some: Question[], others: Question[]) =>
  some.length === others.length &&
  some.every(
    ({ key, description }, index) =>
      key === others[index]?.key && description === others[index]?.description,
  )

interface Changed {
  questions: Question[]
  /** Questions that the changes are based on; the server's may have changed since. */
  seen: Question[]
}

/** Questions of a book with unsaved changes; those of the server until something changes. */
export function useUnsavedQuestions(saved: AdminQuestion[]) {
  const [changed, setChanged] = useState<Changed>()
  const unsaved =
    changed && !isSame(changed.questions, changed.seen) && !isSame(changed.questions, saved)
      ? changed
      : undefined
  const { questions, seen }: Changed = unsaved ?? { questions: saved, seen: saved }
  const change = (questions: Question[]) => setChanged({ questions, seen })
  return {
    questions,
    seen,
    isChanged: unsaved !== undefined,
    move(key: string, by: 1 | -1) {
      const from = questions.findIndex((each) => each.key === key)
      const moved = questions[from]
      const to = from + by
      if (!moved || to < 0 || to >= questions.length) return
      const others = questions.filter((each) => each.key !== key)
      change([...others.slice(0, to), moved, ...others.slice(to)])
      announce(`Moved to position ${to + 1} of ${questions.length}`)
      // The element may have been replaced after the move.
      focusAfterRender(moverOf(key, by))
    },
    edit(key: string, description: string) {
      change(questions.map((each) => (each.key === key ? { key, description } : each)))
    },
    add(question: Question) {
      change([...questions, question])
    },
    remove(key: string) {
      const at = questions.findIndex((each) => each.key === key)
      const beside = questions[at + 1] ?? questions[at - 1]
      change(questions.filter((each) => each.key !== key))
      focusAfterRender(beside ? editorOf(beside.key) : 'add-question')
    },
    /** Marks questions as saved. Changes made meanwhile stay. Returns whether there are none. */
    markSaved(sent: Question[]): boolean {
      const isAll = isSame(questions, sent)
      setChanged(isAll ? undefined : { questions, seen: sent })
      return isAll
    },
    discard() {
      setChanged(undefined)
    },
  }
}

const WORDS = 3

/** Unique key made of the first words of a question. */
export function keyFor(description: string, taken: string[]): string {
  const words = description
    .normalize('NFD')
    .toLowerCase()
    .match(/[a-z0-9]+/g)
  const key = (words ?? ['question'])
    .slice(0, WORDS)
    .join('-')
    .slice(0, MAX_LENGTHS.QuestionBody.key - 4)
  for (let number = 2, free = key; ; number += 1) {
    if (!taken.includes(free)) return free
    free = `${key}-${number}`
  }
}
