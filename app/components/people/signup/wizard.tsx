/** The sign-up wizard: three steps over one pure reducer (effects/people/signup/wizard.ts). */

import { Link } from "@remix-run/react"
import { useCallback, useEffect, useReducer, useRef, useState } from "react"
import { StepProgress } from "~/components/base/forms/step-progress"
import { useStepFocus } from "~/components/base/forms/use-step-focus"
import { Notice } from "~/components/base/parts/notice"
import { resumeWizard } from "~/effects/people/signup/draft"
import { STEP_LABELS, stepOfField, wizardReducer } from "~/effects/people/signup/wizard"
import type { UploadTarget } from "~/effects/people/uploads/Upload"
import { type BackendClient, backendClient, type Tag } from "./backend-client"
import { EmailCodes } from "./code-sending"
import { DraftLine } from "./draft-line"
import { OtpStep } from "./otp-step"
import { ProfileStep } from "./profile-step"
import type { TagSource } from "./tag-picker"
import { readDraft, useDraft } from "./use-draft"
import { useEmailCode } from "./use-email-code"
import { useSignUp } from "./use-sign-up"
import { WorkHistoryStep } from "./work-history-step"

type Loaded =
  | { readonly status: "loading" | "failed" }
  | { readonly status: "ready"; readonly tags: ReadonlyArray<Tag> }

/** The server's tags, fetched once, and again when the person retries. */
function useTags(backend: BackendClient): TagSource {
  const [loaded, setLoaded] = useState<Loaded>({ status: "loading" })
  const [attempt, setAttempt] = useState(0)
  const onRetry = useCallback(() => setAttempt((count) => count + 1), [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is a reason to ask again
  useEffect(() => {
    let isHere = true
    setLoaded({ status: "loading" })
    backend.getTags().then((response) => {
      if (isHere) setLoaded(response.ok ? { status: "ready", tags: response.value } : { status: "failed" })
    })
    return () => {
      isHere = false
    }
  }, [backend, attempt])

  if (loaded.status === "ready") return { status: "ready", tags: loaded.tags }
  return loaded.status === "failed" ? { status: "failed", onRetry } : { status: "loading" }
}

/** Tells an account that has a profile so. The wizard stays: only visitors without an account are redirected. */
function ProfileExistsNotice() {
  return (
    <Notice tone="open">
      <p>This account already has a profile.</p>
      <p className="row">
        <Link to="/userDashboard">Dashboard</Link>
        <Link to="/userDashboard/edit">Edit profile</Link>
      </p>
    </Notice>
  )
}

type Props = {
  /** The wallet's first account. Use it as the React key too: a draft belongs to one account. */
  readonly account: { readonly address: string; readonly label: string }
  readonly uploads: UploadTarget
  /** Whether the account already has a profile. */
  readonly hasProfile: boolean
  /** Where signing up ends. */
  readonly afterwards: string
  /** Requests a new proof from the wallet. */
  readonly onConnect: () => void
}

/** Today in UTC, like the server, so that both refuse the same days. */
const today = () => new Date().toISOString().slice(0, 10)

export function Wizard({ account, afterwards, hasProfile, onConnect, uploads }: Props) {
  const { address } = account
  const [state, dispatch] = useReducer(wizardReducer, undefined, () => resumeWizard(readDraft(address)))
  const [backend] = useState(() => backendClient(uploads))
  const tags = useTags(backend)
  const draft = useDraft(address, state)
  // `send` keeps the callback of its own render, so these boxes are as they were when the code was requested: an e-mail can
  // arrive, and its code be typed, before the response does.
  const { code, send, waitSeconds } = useEmailCode(backend, () =>
    dispatch({ type: "otp", event: { type: "codeSent", before: state.boxes } })
  )
  const signUp = useSignUp({ backend, address, afterwards, dispatch, onDone: draft.forget })
  const mended = useRef<string>()
  const container = useStepFocus(state.currentStep, mended)
  // Signing up creates the profile before this page is left; the notice is for those who arrived with one.
  const [hadProfile] = useState(hasProfile)
  const status = <DraftLine status={draft.status} />

  return (
    <div className="signup__form" ref={container}>
      <h1 className="visually-hidden">Sign up</h1>
      {hadProfile && <ProfileExistsNotice />}
      <StepProgress labels={STEP_LABELS} current={state.currentStep} />
      {state.currentStep === 0 && (
        <ProfileStep
          state={state}
          dispatch={dispatch}
          account={account}
          backend={backend}
          uploads={uploads}
          tags={tags}
          status={status}
          onNext={() => {
            dispatch({ type: "submitProfile" })
            void send(state.profile.email, false)
          }}
        />
      )}
      {state.currentStep === 1 && (
        <WorkHistoryStep
          mode="onboarding"
          work={state.work}
          dispatch={(event) => dispatch({ type: "work", event })}
          today={today()}
          status={status}
          onPrevious={() => dispatch({ type: "previous" })}
          onNext={() => dispatch({ type: "next" })}
        />
      )}
      {state.currentStep === 2 && (
        <OtpStep
          state={state}
          dispatch={dispatch}
          onPrevious={() => dispatch({ type: "previous" })}
          onSubmit={() => void signUp(state)}
          onConnect={onConnect}
          onMend={(field) => {
            mended.current = field
            dispatch({ type: "jump", step: stepOfField(field) })
          }}
          sending={
            <EmailCodes
              code={code}
              email={state.profile.email}
              waitSeconds={waitSeconds}
              onAgain={() => void send(state.profile.email, true)}
            />
          }
        />
      )}
    </div>
  )
}
