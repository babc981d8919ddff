import { useState } from 'react'
import { MAX_LENGTHS } from '../../../api/limits'
import { announce } from '../../../lib/announce'
import { focusAfterRender } from '../../../lib/focus-after-render'
import type { AdminQuestion, Prompt } from './queries'

/** The button that takes a question up or down, to be found again when it has moved. */
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
  /** What the changes began with. The server's may be others by now. */
  seen: Prompt[]
}

/** A book's questions as they will be once they are saved. Until something is changed they are the server's. */
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
      // Its element may be another one by now.
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
    /** The server has these. What was changed meanwhile stays; answers whether nothing was. */
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

/** A key that nobody has, made of the first words of a question. */
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
