import { createContext, useContext, useEffect } from 'react'

export type Values = Record<string, string>

/** Says what is wrong with a value, if anything. */
export type Check = (value: string, all: Values) => string | undefined

interface FormState {
  /** What to show beside a field. */
  problemOf(name: string): string | undefined
  /** Whether every check passes, shown or not. */
  valid: boolean
  /** Whether any value differs from what stood there first. */
  changed: boolean
  busy: boolean
  /** Answers how to take it away again. */
  addCheck(name: string, check: Check): () => void
}

export const FormContext = createContext<FormState>({
  problemOf: () => undefined,
  valid: true,
  changed: false,
  busy: false,
  addCheck: () => () => undefined,
})

export const useForm = () => useContext(FormContext)

/** Makes a field part of its form; answers what is wrong with it. */
export function useField(name: string, check: Check | undefined): string | undefined {
  const { addCheck, problemOf } = useForm()
  useEffect(() => (check ? addCheck(name, check) : undefined), [name, check, addCheck])
  return problemOf(name)
}
