import { Form, useNavigation } from "@remix-run/react"
import { useEffect, useId, useRef } from "react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { ReplyNotice } from "~/components/base/forms/reply-notice"
import {
  type CommunityChoice,
  kindOf,
  type MailChoice,
  notificationTypes,
  weekDays
} from "~/effects/activity/notifications/kinds"
import { type PageReply, replyTo, typed } from "~/effects/base/remix/PageReply"
import { ownZone } from "~/effects/base/text/moments"
import type { EmailsTab } from "~/effects/people/account/pages/tabs"

const choices: ReadonlyArray<readonly [MailChoice, string]> = [
  ["now", "Immediately"],
  ["digest", "In the daily digest"],
  ["none", "Never"]
]
const amounts: ReadonlyArray<readonly [CommunityChoice, string]> = [
  ["all", "Everything"],
  ["important", "Important only"],
  ["none", "Nothing"]
]

/** Whether a box is ticked: as it was before a refusal, else as stored. */
const ticked = (reply: PageReply | undefined, field: string, stored: boolean) =>
  reply === undefined || reply.ok ? stored : reply.sent[field] !== undefined

type Props = { readonly tab: EmailsTab; readonly reply: PageReply | undefined }

/**
 * Which e-mails a person wants (docs/product/notifications.md). A plain form; the inbox on the site always has
 * everything.
 */
export function EmailChoicesForm({ reply, tab }: Props) {
  const mine = replyTo(reply, "save-email-choices")
  const isSaving = useNavigation().formData?.get("intent") === "save-email-choices"
  const id = useId()
  return (
    <Form className="stack" data-gap="l" method="post" preventScrollReset noValidate>
      <ReplyNotice reply={mine} />
      <fieldset className="field emails">
        <legend>Regular e-mails</legend>
        <label className="check">
          <input type="checkbox" name="digest" value="1" defaultChecked={ticked(mine, "digest", tab.digest)} />
          The daily digest: one e-mail at 8 each morning, if there is any news
        </label>
        <label className="check">
          <input type="checkbox" name="weekly" value="1" defaultChecked={ticked(mine, "weekly", tab.weekly)} />
          Your week: one e-mail at 7 in the morning, once a week, with your To do list, if it is not empty
        </label>
        <DayField
          id={`${id}-day`}
          stored={typed(mine, "weeklyDay", String(tab.weeklyDay))}
          error={mine?.fields.weeklyDay}
        />
        <ZoneField id={`${id}-zone`} stored={typed(mine, "timezone", tab.timezone)} error={mine?.fields.timezone} />
      </fieldset>
      <fieldset className="field emails">
        <legend>E-mail me about</legend>
        {notificationTypes.map((type) => (
          <Choice
            key={type}
            id={`${id}-${type}`}
            name={`kind-${type}`}
            label={kindOf(type).label}
            value={typed(mine, `kind-${type}`, tab.kinds[type])}
            options={choices}
          />
        ))}
      </fieldset>
      {tab.communities.length > 0 && (
        <fieldset className="field emails">
          <legend>E-mails from each community</legend>
          {tab.communities.map(({ choice, id: community, name }) => (
            <Choice
              key={community}
              id={`${id}-${community}`}
              name={`community-${community}`}
              label={name}
              value={typed(mine, `community-${community}`, choice)}
              options={amounts}
            />
          ))}
        </fieldset>
      )}
      <div className="form-end">
        <span />
        <BusyButton
          className="button"
          data-kind="primary"
          type="submit"
          name="intent"
          value="save-email-choices"
          isBusy={isSaving}
        >
          {isSaving ? "Saving…" : "Save"}
        </BusyButton>
      </div>
    </Form>
  )
}

type ChoiceProps = {
  readonly id: string
  readonly name: string
  readonly label: string
  readonly value: string
  readonly options: ReadonlyArray<readonly [value: string, words: string]>
}

function Choice({ id, label, name, options, value }: ChoiceProps) {
  return (
    <div className="emails__line">
      <label htmlFor={id}>{label}</label>
      <select className="input" id={id} name={name} defaultValue={value}>
        {options.map(([option, words]) => (
          <option key={option} value={option}>
            {words}
          </option>
        ))}
      </select>
    </div>
  )
}

type DayProps = { readonly id: string; readonly stored: string; readonly error: string | undefined }

function DayField({ error, id, stored }: DayProps) {
  return (
    <>
      <label htmlFor={id}>Day of “Your week”</label>
      <select
        className="input"
        id={id}
        name="weeklyDay"
        defaultValue={stored}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={`${id}-hint`}
      >
        {weekDays.map(({ name, number }) => (
          <option key={number} value={number}>
            {name}
          </option>
        ))}
      </select>
      <span className={error === undefined ? "field__hint" : "field__error"} id={`${id}-hint`}>
        {error ?? "After a change, the next one comes on this day, at least six days after the last."}
      </span>
    </>
  )
}

type ZoneProps = { readonly id: string; readonly stored: string; readonly error: string | undefined }

/** Suggests the browser's time zone to people who still have the default one. */
function ZoneField({ error, id, stored }: ZoneProps) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (field.current?.value === "UTC") field.current.value = ownZone()
  }, [])
  return (
    <>
      <label htmlFor={id}>Your time zone</label>
      <input
        ref={field}
        className="input"
        id={id}
        name="timezone"
        defaultValue={stored}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={`${id}-hint`}
      />
      <span className={error === undefined ? "field__hint" : "field__error"} id={`${id}-hint`}>
        {error ?? "Both arrive in the morning in this zone. For example Europe/Berlin."}
      </span>
    </>
  )
}
