import { useFrame } from "~/components/base/site/use-frame"
import { PeopleStep } from "~/components/communities/founding/people-step"
import { replyTo } from "~/effects/base/remix/PageReply"
import type { PartProps } from "./part-props"
import { SettingsForm } from "./settings-form"
import { usePart } from "./use-part"

/** How people join, and the house rules. */
export function PeoplePart({ page, reply: last }: PartProps) {
  const { visibility } = useFrame()
  const reply = replyTo(last, "save-people")
  const { edit, isChanged, values } = usePart("people", page.people, page.version, reply)
  return (
    <SettingsForm intent="save-people" part="people" page={page} reply={reply} typed={values} isChanged={isChanged}>
      <PeopleStep values={values} edit={edit} errors={reply?.fields ?? {}} isPrivate={visibility === "private"} />
    </SettingsForm>
  )
}
