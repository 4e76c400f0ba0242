import { Form, useNavigation } from "@remix-run/react"
import { useMemo, useState } from "react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { useRootData } from "~/components/base/site/root-data"
import { backendClient } from "~/components/people/signup/backend-client"
import { ImageUpload } from "~/components/people/signup/image-upload"
import { BioField, NameField } from "~/components/people/signup/profile-fields"
import { TagPicker } from "~/components/people/signup/tag-picker"
import type { FieldErrors } from "~/effects/base/remix/form"
import { isRecord } from "~/effects/base/text/unknown"
import { fieldMessage, inOurWords } from "~/effects/people/signup/fieldMessages"
import type { OwnProfile, ProfileEditDraft } from "~/effects/people/signup/Profile"
import type { Tag } from "~/effects/people/tags/Tag"
import { areTags, isBio, isDisplayImage, isUsername } from "~/effects/people/users/rules"
import type { EditReply } from "~/effects/publishing/dashboard/EditReply"
import { LeaveGuard, Refused, RestoredNotice, SaveLine } from "./edit-status"
import { useEdit } from "./use-edit"

/** The stored profile, next to the typed one, after another save came first (E-STALE). */
function StoredProfile({ profile }: { readonly profile: OwnProfile }) {
  return (
    <>
      <p>This is what is stored now. Your version is in the form below; saving it replaces this.</p>
      <dl className="facts">
        <div>
          <dt>Name</dt>
          <dd>{profile.username}</dd>
        </div>
        <div>
          <dt>Bio</dt>
          <dd className="plain-text">{profile.bio}</dd>
        </div>
        <div>
          <dt>Tags</dt>
          <dd>{profile.tags.join(", ")}</dd>
        </div>
      </dl>
    </>
  )
}

/**
 * Decodes the draft of an edit form that this device stored; undefined if it is not one. Without a schema, to keep
 * `effect` out of the page (docs/goals.md A2).
 */
const isText = (value: unknown): value is string => typeof value === "string"

const storedProfile = (stored: unknown): ProfileEditDraft | undefined => {
  if (!isRecord(stored)) return undefined
  const { bio, display_image, tags, username } = stored
  return isText(bio) && isText(display_image) && isText(username) && Array.isArray(tags) && tags.every(isText)
    ? { bio, display_image, tags, username }
    : undefined
}

type Props = {
  readonly profile: OwnProfile
  readonly tags: ReadonlyArray<Tag>
  readonly reply: EditReply | undefined
}
type Field = keyof ProfileEditDraft

const draftOf = ({ bio, displayImage, tags, username }: OwnProfile): ProfileEditDraft => ({
  username,
  bio,
  display_image: displayImage,
  tags
})

const wrongFields = (draft: ProfileEditDraft): ReadonlyArray<Field> => [
  ...(isUsername(draft.username) ? [] : ["username" as const]),
  ...(isBio(draft.bio) ? [] : ["bio" as const]),
  ...(areTags(draft.tags) ? [] : ["tags" as const]),
  ...(isDisplayImage(draft.display_image) ? [] : ["display_image" as const])
]

const toggled = (tags: ReadonlyArray<string>, name: string) =>
  tags.includes(name) ? tags.filter((tag) => tag !== name) : [...tags, name]

/** The wrong fields, and those whose error is shown: fields that the person has left or that the server refused. */
const useProfileFields = (
  draft: ProfileEditDraft,
  reply: EditReply | undefined,
  edit: (change: Partial<ProfileEditDraft>) => void
) => {
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set(Object.keys(reply?.fields ?? {})))
  const wrong = wrongFields(draft)
  const touch = (field: Field) => setTouched((seen) => new Set(seen).add(field))
  const text = (field: "username" | "bio") => ({
    value: draft[field],
    isInvalid: (touched.has(field) && wrong.includes(field)) || isTaken(reply, field, draft),
    onEdit: (value: string) => edit({ [field]: value }),
    onLeave: () => touch(field)
  })
  const error = (field: Field) => (touched.has(field) && wrong.includes(field) ? fieldMessage(field) : undefined)
  return { error, text, touch, touchAll: () => setTouched(new Set(wrong)), wrong }
}

/** The Profile tab: fields and rules of the first step of sign-up, posted as a plain form. */
export function ProfileForm({ profile, reply, tags }: Props) {
  const isSaving = useNavigation().formData?.get("intent") === "save-profile"
  const { uploads } = useRootData()
  const backend = useMemo(() => backendClient(uploads), [uploads])
  const { dispatch, isChanged, state } = useEdit({
    tab: "profile",
    profile,
    reply,
    draftOf,
    decode: storedProfile,
    sentOf: ({ sent }) => sent.profile
  })
  const { draft, version } = state
  const [stopped, setStopped] = useState<FieldErrors>({})
  const edit = (change: Partial<ProfileEditDraft>) => dispatch({ type: "edit", draft: { ...draft, ...change } })
  const { error, text, touch, touchAll, wrong } = useProfileFields(draft, reply, edit)

  return (
    <Form
      className="stack"
      data-gap="l"
      method="post"
      noValidate
      preventScrollReset
      onSubmit={(event) => {
        setStopped(inOurWords(Object.fromEntries(wrong.map((field) => [field, ""]))))
        if (wrong.length === 0) return
        event.preventDefault()
        touchAll()
      }}
    >
      <input type="hidden" name="version" value={version} />
      <Refused reply={reply} problems={stopped}>
        {reply?.outcome === "stale" && reply.stored !== null && <StoredProfile profile={reply.stored} />}
      </Refused>
      {state.wasRestored && isChanged && <RestoredNotice onDiscard={() => dispatch({ type: "discard" })} />}
      <NameField {...text("username")} />
      <BioField {...text("bio")} />
      <TagPicker
        source={{ status: "ready", tags }}
        chosen={draft.tags}
        error={error("tags")}
        onToggle={(name) => edit({ tags: toggled(draft.tags, name) })}
        onLeave={() => touch("tags")}
      />
      <ImageUpload
        backend={backend}
        uploads={uploads}
        value={draft.display_image}
        error={error("display_image")}
        onUploaded={(display_image) => edit({ display_image })}
        onLeave={() => touch("display_image")}
      />
      <noscript>
        <p className="small muted">
          Changing the picture needs JavaScript. Everything else on this page works without it.
        </p>
      </noscript>
      <LeaveGuard isChanged={isChanged && !isSaving} />
      <FormEnd isChanged={isChanged} isSaving={isSaving} reply={reply} />
    </Form>
  )
}

function FormEnd({
  isChanged,
  isSaving,
  reply
}: Pick<Props, "reply"> & Readonly<Record<"isChanged" | "isSaving", boolean>>) {
  return (
    <div className="form-end">
      <SaveLine isChanged={isChanged} reply={reply} />
      <BusyButton
        className="button push"
        data-kind="primary"
        type="submit"
        name="intent"
        value="save-profile"
        isBusy={isSaving}
      >
        {isSaving ? "Saving…" : "Save"}
      </BusyButton>
    </div>
  )
}

/** A field that only the server can check stays marked until it is changed. */
const isTaken = (reply: EditReply | undefined, field: "username" | "bio", draft: ProfileEditDraft) =>
  reply?.outcome === "refused" && field in reply.fields && reply.sent.profile?.[field] === draft[field]
