import { createContext, useCallback, useContext, useEffect, useState } from 'react'
import { tooLong } from './checks'

export type Values = Record<string, string>

/** Returns the problem with a value, if any. */
export type Check = (value: string, all: Values) => string | undefined

interface FormState {
  /** Problem to show beside a field. */
  problemOf(name: string): string | undefined
  /** Whether every check passes, shown or not. */
  valid: boolean
  /** Whether any value differs from its initial one. */
  changed: boolean
  busy: boolean
  /** Registers a check. Returns a function that removes it. */
  addCheck(name: string, check: Check): () => void
  /** Runs every check. Called for values that change without an input event. */
  check(): void
}

export const FormContext = createContext<FormState>({
  problemOf: () => undefined,
  valid: true,
  changed: false,
  busy: false,
  addCheck: () => () => undefined,
  check: () => undefined,
})

export const useForm = () => useContext(FormContext)

/** Registers a field with its form. Returns its problem. */
export function useField(name: string, check: Check | undefined): string | undefined {
  const { addCheck, problemOf } = useForm()
  useEffect(() => (check ? addCheck(name, check) : undefined), [name, check, addCheck])
  return problemOf(name)
}

interface LimitedField {
  name: string
  check: Check | undefined
  maxCharacters: number
  value: unknown
  defaultValue: unknown
}

/**
 * Registers a text field that has a maximum length. Longer text stays, and is a problem at once.
 * Returns the current text, which the field reports with `setTyped` unless its owner sets `value`.
 */
export function useLimitedField({ name, check, maxCharacters, value, defaultValue }: LimitedField) {
  const [typed, setTyped] = useState(String(defaultValue ?? ''))
  const { check: runChecks } = useForm()
  useEffect(() => {
    if (value !== undefined) runChecks()
  }, [value, runChecks])
  const text = String(value ?? typed)
  const checkAll = useCallback<Check>(
    (current, all) => tooLong(current, maxCharacters) ?? check?.(current, all),
    [maxCharacters, check],
  )
  const found = useField(name, checkAll)
  return { text, setTyped, problem: tooLong(text, maxCharacters) ?? found }
}
