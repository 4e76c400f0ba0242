import { FieldError } from "~/components/base/forms/field-error"
import { fieldId } from "~/components/base/forms/fields"
import { Notice } from "~/components/base/parts/notice"
import { replyTo } from "~/effects/base/remix/PageReply"
import type { PartProps } from "./part-props"
import { SettingsForm } from "./settings-form"

/** Archives a community: nothing new can begin, everything stays readable, and it can be reopened. */
export function ArchivePart({ page, reply: last }: PartProps) {
  if (page.stage === "archived") {
    return (
      <SettingsForm
        intent="unarchive"
        part="archive"
        page={page}
        reply={replyTo(last, "unarchive")}
        word="Reopen community"
      >
        <p>This community is archived. If you reopen it, people can join, talk and vote as before.</p>
      </SettingsForm>
    )
  }
  const reply = replyTo(last, "archive")
  return (
    <SettingsForm intent="archive" part="archive" page={page} reply={reply} word="Archive" isDanger>
      <p>
        An archived community leaves the directory. Nobody can join, post, propose or announce. Everything stays
        readable, and you can reopen it.
      </p>
      {page.obstacles.length > 0 && (
        <Notice tone="warn">
          <p>Before you can archive it, these have to end: {page.obstacles.join(", ")}.</p>
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
