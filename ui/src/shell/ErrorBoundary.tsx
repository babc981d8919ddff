import { QueryErrorResetBoundary } from '@tanstack/react-query'
import { Component, type ReactNode } from 'react'
import { isNotFound, isSignedOut, isUnreachable } from '../api/error'
import { FailedPage, UnreachablePage } from './ErrorPages'
import { NotFoundPage } from './NotFoundPage'

interface BoundaryProps {
  onReset(): void
  children: ReactNode
}

/** A class because React has no hook for it. */
class Boundary extends Component<BoundaryProps, { error?: unknown }> {
  override state: { error?: unknown } = {}

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  private readonly reset = () => {
    this.props.onReset()
    this.setState({ error: undefined })
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    if (isUnreachable(error)) return <UnreachablePage onRetry={this.reset} />
    // The sign-in page is about to replace this one.
    if (isSignedOut(error)) return null
    if (isNotFound(error)) return <NotFoundPage />
    return <FailedPage error={error} onRetry={this.reset} />
  }
}

/** Shows a page's failure in its place, and lets it be tried again. */
export function ErrorBoundary({ children }: { children: ReactNode }) {
  return (
    <QueryErrorResetBoundary>
      {({ reset }) => <Boundary onReset={reset}>{children}</Boundary>}
    </QueryErrorResetBoundary>
  )
}
