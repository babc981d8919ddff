import { useState } from 'react'
import { MAX_LENGTHS } from '../../../api/limits'
import { announce } from '../../../lib/announce'
import { focusAfterRender } from '../../../lib/focus-after-render'
import type { AdminQuestion, Question } from './queries'

/** Maximum number of questions of a book. */
const MAX_QUESTIONS = 100

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
    /** Moves a question to a position, from 0. */
    moveTo(key: string, to: number) {
      const moved = questions.find((each) => each.key === key)
      if (!moved || questions[to]?.key === key) return
      const others = questions.filter((each) => each.key !== key)
      change([...others.slice(0, to), moved, ...others.slice(to)])
      announce(`Moved to position ${to + 1} of ${questions.length}`)
    },
    edit(key: string, description: string) {
      change(questions.map((each) => (each.key === key ? { key, description } : each)))
    },
    add(question: Question) {
      change([...questions, question])
    },
    /**
     * Adds a question for each text after another question or at the end, as many as the book has room for. The first one
     * is the text of that question if it has none itself. Returns the number of texts that were left out.
     */
    addAll(texts: string[], after?: string): number {
      const [first = '', ...others] = texts
      const kept =
        after === undefined
          ? questions
          : questions.map((each) =>
              each.key === after ? { key: after, description: first } : each,
            )
      const wanted = after === undefined ? texts : others
      const fitting = wanted.slice(0, Math.max(0, MAX_QUESTIONS - questions.length))
      const taken = questions.map(({ key }) => key)
      const added = fitting.map((description) => {
        const key = keyFor(description, taken)
        taken.push(key)
        return { key, description }
      })
      const at = after === undefined ? kept.length : kept.findIndex(({ key }) => key === after) + 1
      change([...kept.slice(0, at), ...added, ...kept.slice(at)])
      return wanted.length - fitting.length
    },
    /** Puts back the questions from before a change. */
    restore(before: Question[]) {
      change(before)
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

/** Marks of a list at the beginning of a line, such as "1." or a dash. */
const LIST_MARK = /^(?:[-*\u2022\u2013]|\d{1,3}[.)])\s+/

/** Texts of pasted questions, one a line, without the marks of a list. */
export const questionsIn = (text: string): string[] =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => oneLine(line).replace(LIST_MARK, ''))
    .filter(Boolean)

/** Text of a question on one line. */
export const oneLine = (text: string) => text.trim().replace(/\s+/g, ' ')

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
