import { FieldError } from "~/components/base/forms/field-error"
import { fieldId } from "~/components/base/forms/fields"
import { Notice } from "~/components/base/parts/notice"
import { replyTo } from "~/effects/base/remix/PageReply"
import type { PartProps } from "./part-props"
import { SettingsForm } from "./settings-form"

/** Nothing new begins in an archived community; everything stays readable, and it can be opened again. */
export function ArchivePart({ page, reply: last }: PartProps) {
  if (page.stage === "archived") {
    return (
      <SettingsForm
        intent="unarchive"
        part="archive"
        page={page}
        reply={replyTo(last, "unarchive")}
        word="Open it again"
      >
        <p>This community is archived. Opened again, people can join, talk and vote as before.</p>
      </SettingsForm>
    )
  }
  const reply = replyTo(last, "archive")
  return (
    <SettingsForm intent="archive" part="archive" page={page} reply={reply} word="Archive" isDanger>
      <p>
        An archived community leaves the directory. Nobody can join, post, propose or announce. What was said and
        decided stays readable, and you can open it again.
      </p>
      {page.obstacles.length > 0 && (
        <Notice tone="warn">
          <p>Before that, these have to end: {page.obstacles.join(", ")}.</p>
        </Notice>
      )}
      <div>
        <label className="check">
          <input type="checkbox" id={fieldId("sure")} name="sure" value="yes" />I am sure
        </label>
        <FieldError id={`${fieldId("sure")}-error`} message={reply?.fields.sure} />
      </div>
    </SettingsForm>
  )
}
