import { useBlocker } from "@remix-run/react"
import { type ReactNode, useEffect, useRef } from "react"
import { focusField } from "~/components/base/forms/focus-field"
import { ProblemList } from "~/components/base/forms/problem-list"
import { useSaidFocus } from "~/components/base/forms/use-said-focus"
import { Icon } from "~/components/base/parts/icon"
import { Notice } from "~/components/base/parts/notice"
import { HydratedButton } from "~/components/base/site/hydrated-button"
import { SignInAgain } from "~/components/wallet/gate/sign-in-again"
import type { FieldErrors } from "~/effects/base/remix/form"
import type { EditReply } from "~/effects/publishing/dashboard/EditReply"

type SaveLineProps = { readonly reply: EditReply | undefined; readonly isChanged: boolean }

/** Result of the last save, shown until something is typed. */
export function SaveLine({ isChanged, reply }: SaveLineProps) {
  return (
    <span className="small" role="status">
      {isChanged && <span className="muted">You have unsaved changes.</span>}
      {!isChanged && reply?.outcome === "saved" && (
        <span className="state-line" data-tone="ok">
          <Icon name="check" /> Saved.
        </span>
      )}
      {!isChanged && reply?.outcome === "unchanged" && <span className="muted">Nothing has changed.</span>}
    </span>
  )
}

type RefusedProps = {
  readonly reply: EditReply | undefined
  /** Errors found before anything was sent. */
  readonly problems: FieldErrors
  readonly children?: ReactNode
}

/** Says why the form was not saved; takes the focus when it appears (docs/product/safety.md). */
export function Refused({ children, problems, reply }: RefusedProps) {
  const box = useRef<HTMLDivElement>(null)
  const isRefused = reply?.outcome === "refused" || reply?.outcome === "stale"
  const isStopped = Object.keys(problems).length > 0
  const shown = isStopped ? problems : isRefused ? reply.fields : {}
  const needsProof = isRefused && !isStopped && (reply.code === "E-AUTH" || reply.code === "E-FRESH")
  const isShown = isRefused || isStopped

  // Each refusal takes the focus once.
  useSaidFocus(box, isStopped ? problems : isRefused ? reply : undefined)

  if (!isShown) return null
  return (
    <div className="summary-of-errors" role="alert" tabIndex={-1} ref={box}>
      <p>
        <b>{isStopped ? "Please check the marked fields." : reply?.message}</b>
      </p>
      {Object.keys(shown).length > 0 && <ProblemList problems={shown} onGo={(field) => focusField(document, field)} />}
      {needsProof && <SignInAgain refusal={reply} />}
      {children}
    </div>
  )
}

/**
 * Asks before the person leaves with unsaved changes. Switching between tabs of this page does not count as leaving.
 */
export function LeaveGuard({ isChanged }: { readonly isChanged: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isChanged && currentLocation.pathname !== nextLocation.pathname
  )
  const stay = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (blocker.state === "blocked") stay.current?.focus()
  }, [blocker.state])
  if (blocker.state !== "blocked") return null
  return (
    <Notice tone="warn" role="alert">
      <p>You have unsaved changes. If you leave, they are kept on this device.</p>
      <div className="row">
        <HydratedButton className="button" data-size="s" ref={stay} onClick={blocker.reset}>
          Stay
        </HydratedButton>
        <HydratedButton className="button" data-size="s" onClick={blocker.proceed}>
          Leave
        </HydratedButton>
      </div>
    </Notice>
  )
}

/** Says that a draft from this device was restored. */
export function RestoredNotice({ onDiscard }: { readonly onDiscard: () => void }) {
  return (
    <Notice role="status">
      <p>We restored your unsaved changes.</p>
      <p>
        <HydratedButton className="link-button" onClick={onDiscard}>
          Discard them
        </HydratedButton>
      </p>
    </Notice>
  )
}
