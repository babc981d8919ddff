import { useState } from 'react'
import { MAX_LENGTHS } from '../../../api/limits'
import { announce } from '../../../lib/announce'
import { focusAfterRender } from '../../../lib/focus-after-render'
import type { AdminQuestion, Prompt } from './queries'

/** Id of the button that moves a question up or down. */
export const moverOf = (key: string, by: 1 | -1) => `${by === 1 ? 'down' : 'up'}-${key}`
export const editorOf = (key: string) => `edit-${key}`

const isSame = (some: Prompt[], others: Prompt[]) =>
  some.length === others.length &&
  some.every(
    ({ key, description }, index) =>
      key === others[index]?.key && description === others[index]?.description,
  )

interface Changed {
  prompts: Prompt[]
  /** Questions that the changes are based on; the server's may have changed since. */
  seen: Prompt[]
}

/** Questions of a book with unsaved changes; those of the server until something changes. */
export function useUnsavedQuestions(questions: AdminQuestion[]) {
  const [changed, setChanged] = useState<Changed>()
  const unsaved =
    changed && !isSame(changed.prompts, changed.seen) && !isSame(changed.prompts, questions)
      ? changed
      : undefined
  const { prompts, seen }: Changed = unsaved ?? { prompts: questions, seen: questions }
  const change = (prompts: Prompt[]) => setChanged({ prompts, seen })
  return {
    prompts,
    seen,
    isChanged: unsaved !== undefined,
    move(key: string, by: 1 | -1) {
      const from = prompts.findIndex((each) => each.key === key)
      const moved = prompts[from]
      const to = from + by
      if (!moved || to < 0 || to >= prompts.length) return
      const others = prompts.filter((each) => each.key !== key)
      change([...others.slice(0, to), moved, ...others.slice(to)])
      announce(`Now number ${to + 1} of ${prompts.length}`)
      // The element may have been replaced after the move.
      focusAfterRender(moverOf(key, by))
    },
    edit(key: string, description: string) {
      change(prompts.map((each) => (each.key === key ? { key, description } : each)))
    },
    add(prompt: Prompt) {
      change([...prompts, prompt])
    },
    remove(key: string) {
      const at = prompts.findIndex((each) => each.key === key)
      const beside = prompts[at + 1] ?? prompts[at - 1]
      change(prompts.filter((each) => each.key !== key))
      focusAfterRender(beside ? editorOf(beside.key) : 'add-question')
    },
    /** Marks questions as saved. Changes made meanwhile stay. Returns whether there are none. */
    settle(saved: Prompt[]): boolean {
      const isAll = isSame(prompts, saved)
      setChanged(isAll ? undefined : { prompts, seen: saved })
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
