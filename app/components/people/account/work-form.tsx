import { Form, Link, useNavigation } from "@remix-run/react"
import { useState } from "react"
import { WorkHistoryStep } from "~/components/people/signup/work-history-step"
import type { FieldErrors } from "~/effects/base/remix/form"
import type { OwnProfile } from "~/effects/people/signup/Profile"
import {
  readWork,
  startWork,
  type WorkEvent,
  type WorkList,
  workProblems,
  workReducer
} from "~/effects/people/signup/workHistory"
import { emptyWorkEntry } from "~/effects/people/users/rules"
import type { EditReply } from "~/effects/publishing/dashboard/EditReply"
import { LeaveGuard, Refused, RestoredNotice, SaveLine } from "./edit-status"
import { useEdit } from "./use-edit"
import { WorkList as StoredWork } from "./work-list"

type Props = {
  readonly profile: OwnProfile
  readonly today: string
  readonly blankEntries: number
  readonly reply: EditReply | undefined
}

const draftOf = ({ workHistory }: OwnProfile): WorkList => workHistory

/** The Work history tab: the second step of sign-up, with Save in place of its buttons. */
export function WorkForm({ blankEntries, profile, reply, today }: Props) {
  const isSaving = useNavigation().formData?.get("intent") === "save-work"
  const { dispatch, isChanged, state } = useEdit({
    tab: "work",
    profile,
    reply,
    draftOf,
    decode: readWork,
    sentOf: ({ sent }) => sent.work
  })
  const refusedEntries = reply?.outcome === "refused" ? state.draft : []
  const [touched, setTouched] = useState(() => workReducer(startWork(refusedEntries), { type: "touchAll" }).touched)
  const [stopped, setStopped] = useState<FieldErrors>({})

  const entries = [...state.draft, ...Array.from({ length: blankEntries }, () => emptyWorkEntry)]
  const work = { entries: blankEntries > 0 ? entries : state.draft, touched }
  const change = (event: WorkEvent) => {
    const next = workReducer(work, event)
    setTouched(next.touched)
    dispatch({ type: "edit", draft: next.entries })
  }

  return (
    <Form
      className="stack"
      data-gap="l"
      method="post"
      noValidate
      preventScrollReset
      onSubmit={(event) => {
        const problems = workProblems(state.draft, today)
        setStopped(problems)
        if (Object.keys(problems).length === 0) return
        event.preventDefault()
        change({ type: "touchAll" })
      }}
    >
      <input type="hidden" name="intent" value="save-work" />
      <input type="hidden" name="version" value={state.version} />
      <Refused reply={reply} problems={stopped}>
        {reply?.outcome === "stale" && reply.stored !== null && (
          <>
            <p>This is what is stored now. Your version is in the form below; saving it replaces this.</p>
            <StoredWork entries={reply.stored.workHistory} />
          </>
        )}
      </Refused>
      {state.wasRestored && isChanged && <RestoredNotice onDiscard={() => dispatch({ type: "discard" })} />}
      <WorkHistoryStep mode="edit" work={work} dispatch={change} today={today} isSaving={isSaving} />
      <noscript>
        <p className="small">
          <Link to="?tab=work&more=1">Add an empty entry</Link> (save first). Entries with no filled field are removed.
        </p>
      </noscript>
      <LeaveGuard isChanged={isChanged && !isSaving} />
      <SaveLine isChanged={isChanged} reply={reply} />
    </Form>
  )
}
