import { useNavigate, useRevalidator } from "@remix-run/react"
import { type Dispatch, useRef } from "react"
import {
  draftOf,
  SIGN_UP_FALLBACK,
  signupBody,
  submitProblem,
  type WizardEvent,
  type WizardState
} from "~/effects/people/signup/wizard"
import type { BackendClient } from "./backend-client"

/** Where signing up ends, whatever address brought the person here (D-03; docs/product/errors.md, D18). */
const AFTERWARDS = "/userDashboard"

type Options = {
  readonly backend: BackendClient
  readonly address: string
  readonly dispatch: Dispatch<WizardEvent>
  /** Called once, when the profile is stored. */
  readonly onDone: () => void
}

/** Submit: what is missing is said at once; otherwise exactly one call (R-S6), and then the dashboard. */
export function useSignUp({ address, backend, dispatch, onDone }: Options) {
  const navigate = useNavigate()
  const revalidator = useRevalidator()
  const isBusy = useRef(false)

  return async (state: WizardState) => {
    if (isBusy.current) return
    const draft = draftOf(state, address)
    const problem = submitProblem(draft)
    if (problem !== undefined) return dispatch({ type: "failed", message: problem })

    isBusy.current = true
    dispatch({ type: "submitting" })
    const answer = await backend.signUp(signupBody(draft))
    if (!answer.ok) {
      isBusy.current = false
      return dispatch({ type: "failed", message: answer.message ?? SIGN_UP_FALLBACK, fields: answer.fields ?? {} })
    }
    onDone()
    // Begun first, so that the next page's loaders run together with the root's, which learns of the profile.
    revalidator.revalidate()
    navigate(AFTERWARDS, { replace: true })
  }
}
