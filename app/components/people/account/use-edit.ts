import { type Reducer, useEffect, useReducer } from "react"
import type { OwnProfile } from "~/effects/people/signup/Profile"
import type { EditReply, EditTab } from "~/effects/publishing/dashboard/EditReply"
import { type EditEvent, type EditState, editReducer, eventOf, isChanged, startEdit } from "./edit-state"
import { useStoredDraft } from "./use-stored-draft"

interface Options<Draft> {
  readonly tab: EditTab
  readonly profile: OwnProfile
  /** Response to this tab's last submission. */
  readonly reply: EditReply | undefined
  readonly draftOf: (profile: OwnProfile) => Draft
  /** The typed values of a refused submission; without JavaScript the page starts from them. */
  readonly sentOf: (reply: EditReply) => Draft | undefined
  /** Decodes what the device stored; undefined if it is not such a draft. */
  readonly decode: (stored: unknown) => Draft | undefined
}

/** A form for one part of the profile: tracks what is typed, saves it on the device, and takes the server's replies. */
export function useEdit<Draft>({ decode, draftOf, profile, reply, sentOf, tab }: Options<Draft>) {
  const [state, dispatch] = useReducer<Reducer<EditState<Draft>, EditEvent<Draft>>, null>(editReducer, null, () => {
    const stored = reply?.stored ?? profile
    return startEdit(draftOf(stored), stored.version, reply === undefined ? undefined : sentOf(reply))
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer counts once
  useEffect(() => {
    const event = reply === undefined ? undefined : eventOf(reply, draftOf)
    if (event !== undefined) dispatch(event)
  }, [reply])

  const changed = isChanged(state)
  useStoredDraft({
    key: `commonhold:edit-${tab}:${profile.account}`,
    draft: state.draft,
    version: state.version,
    isChanged: changed,
    decode,
    onRestore: (draft, version) => dispatch({ type: "restored", draft, version })
  })
  return { state, dispatch, isChanged: changed }
}
