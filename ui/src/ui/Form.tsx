import { type FormEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { ApiError, errorMessage } from '../lib/api-error'
import { Banner } from './Banner'
import { type Check, FormContext, type Values } from './form-context'

interface FormProps<Name extends string> {
  onSubmit(values: Record<Name, string>): void
  /** Error of the last submission: shown beside the fields it names, or above the form. */
  error?: Error | null
  /** Message above the form if it differs from the error's own. */
  explain?: (error: Error) => string
  busy?: boolean
  /**
   * Whether the last submission was saved, for forms that stay open. The submitted values then
   * count as unchanged.
   */
  saved?: boolean
  children: ReactNode
}

type Problems = Record<string, string | undefined>

/**
 * Form over native fields. Shows the problem of a field after it was left or the form submitted,
 * not during the first input. An invalid submission focuses the first wrong field.
 */
export function Form<Name extends string>({
  onSubmit,
  error = null,
  explain = (failure) => errorMessage(failure),
  busy = false,
  saved = false,
  children,
}: FormProps<Name>) {
  const form = useRef<HTMLFormElement>(null)
  const checks = useRef(new Map<string, Check>())
  const [problems, setProblems] = useState<Problems>({})
  const [serverErrors, setServerErrors] = useState<Problems>({})
  const [touched, setTouched] = useState<Record<string, boolean>>({})
  const initialValues = useRef<Values>({})
  const submittedValues = useRef<Values>({})
  const [changed, setChanged] = useState(false)
  const [hasUnknownField, setHasUnknownField] = useState(false)

  const check = useCallback(() => {
    const found = problemsIn(valuesOf(form.current), checks.current)
    setProblems(found)
    return found
  }, [])

  const addCheck = useCallback((name: string, each: Check) => {
    checks.current.set(name, each)
    return () => void checks.current.delete(name)
  }, [])

  useEffect(() => {
    initialValues.current = valuesOf(form.current)
    check()
  }, [check])

  useEffect(() => {
    if (!saved) return
    initialValues.current = submittedValues.current
    setTouched({})
    // Text typed during the submission is a change.
    setChanged(isChanged(valuesOf(form.current), initialValues.current))
    check()
  }, [saved, check])

  useEffect(() => {
    const fields = error instanceof ApiError ? error.fields : {}
    setServerErrors(fields)
    setHasUnknownField(!hasFieldFor(form.current, fields))
    focusFirst(form.current, fields)
  }, [error])

  const onInput = (event: FormEvent) => {
    const name = nameOf(event.target)
    setServerErrors((before) => ({ ...before, [name]: undefined }))
    setChanged(isChanged(valuesOf(form.current), initialValues.current))
    check()
  }

  const onBlur = (event: FormEvent) => {
    const name = nameOf(event.target)
    // Submitting moves the focus: both events mark fields as touched.
    setTouched((before) => ({ ...before, [name]: true }))
    check()
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = check()
    const names = Object.keys(found)
    setTouched(Object.fromEntries(Array.from(checks.current.keys(), (name) => [name, true])))
    if (names.length > 0) focusFirst(form.current, found)
    else if (!busy) {
      submittedValues.current = valuesOf(form.current)
      onSubmit(submittedValues.current as Record<Name, string>)
    }
  }

  const state = {
    problemOf: (name: string) => serverErrors[name] ?? (touched[name] ? problems[name] : undefined),
    valid: Object.keys(problems).length === 0,
    changed,
    busy,
    addCheck,
    check,
  }
  // The server may name a field that the form doesn't have.
  const isAboveForm = !hasFieldErrors(error) || hasUnknownField

  return (
    <FormContext.Provider value={state}>
      <form
        ref={form}
        className="stack"
        noValidate
        onSubmit={submit}
        onInput={onInput}
        onBlur={onBlur}
      >
        {error && isAboveForm && <Banner tone="error">{explain(error)}</Banner>}
        {children}
      </form>
    </FormContext.Provider>
  )
}

/** Values by field name. Checked boxes of one name are joined by commas. */
function valuesOf(form: HTMLFormElement | null): Values {
  if (!form) return {}
  const data = new FormData(form)
  const names = Array.from(form.elements, nameOf).filter(Boolean)
  return Object.fromEntries(names.map((name) => [name, data.getAll(name).join(',')]))
}

/** Whether a value has changed. Fields that were added later were empty at first. */
const isChanged = (values: Values, initialValues: Values) =>
  Object.entries(values).some(([name, value]) => value !== (initialValues[name] ?? ''))

function problemsIn(values: Values, checks: Map<string, Check>): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const [name, check] of checks) {
    const problem = check(values[name] ?? '', values)
    if (problem) problems[name] = problem
  }
  return problems
}

const nameOf = (target: EventTarget) => (target as Element).getAttribute('name') ?? ''

const hasFieldErrors = (error: Error | null) =>
  error instanceof ApiError && Object.keys(error.fields).length > 0

/** Whether every problem has a field that shows it. */
function hasFieldFor(form: HTMLFormElement | null, problems: Problems): boolean {
  const drawn = Array.from(form?.elements ?? [], nameOf)
  return Object.keys(problems).every((name) => drawn.includes(name))
}

function focusFirst(form: HTMLFormElement | null, problems: Problems) {
  const fields = Array.from(form?.elements ?? []) as HTMLElement[]
  fields.find((field) => problems[nameOf(field)])?.focus()
}
