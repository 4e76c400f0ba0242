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

type Options = {
  readonly backend: BackendClient
  readonly address: string
  readonly dispatch: Dispatch<WizardEvent>
  /** Where signing up ends. */
  readonly afterwards: string
  /** Called once, when the sign-up is stored. */
  readonly onDone: () => void
}

/**
 * Submits the wizard: reports missing fields immediately; otherwise makes exactly one call, then leaves.
 */
export function useSignUp({ address, afterwards, backend, dispatch, onDone }: Options) {
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
    const response = await backend.signUp(signupBody(draft))
    if (!response.ok) {
      isBusy.current = false
      return dispatch({ type: "failed", message: response.message ?? SIGN_UP_FALLBACK, fields: response.fields ?? {} })
    }
    onDone()
    // Starts before the navigation, so that the next page's loaders run together with the root's, which reads the new
    // profile.
    revalidator.revalidate()
    navigate(afterwards, { replace: true })
  }
}
