import { Form, useNavigation, useSubmit } from "@remix-run/react"
import { type FormEvent, useId, useState } from "react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { ReplyNotice } from "~/components/base/forms/reply-notice"
import { Block } from "~/components/base/parts/block"
import { Notice } from "~/components/base/parts/notice"
import { TimePair } from "~/components/base/parts/time-pair"
import { labelOf, type PushTopics, pushTopics } from "~/effects/activity/notifications/push/topics"
import { type PageReply, replyTo } from "~/effects/base/remix/PageReply"
import type { PushDevice, PushTab } from "~/effects/people/account/pages/tabs"
import { subscribe } from "./subscribe"

const EVERYTHING: PushTopics = { votes: true, money: true, replies: true }

type Props = { readonly tab: PushTab | null; readonly reply: PageReply | undefined }

/** Browser notifications, shown while the site is closed (docs/product/notifications.md). */
export function PushPanel({ reply, tab }: Props) {
  return (
    <Block id="push" title="Browser notifications">
      {tab === null ? (
        <p className="muted">
          This site sends no browser notifications. You get everything by e-mail and in your inbox.
        </p>
      ) : (
        <Offered tab={tab} reply={reply} />
      )}
    </Block>
  )
}

function Offered({ reply, tab }: { readonly tab: PushTab; readonly reply: PageReply | undefined }) {
  const { devices, now } = tab
  const here = devices.find(({ isThis }) => isThis)
  return (
    <div className="stack">
      <p>
        Notifications appear on your screen even while the site is closed. They show one line from your inbox; for
        private communities, only that there is something new. They are encrypted for this browser and stop when you
        sign out there, or 30 days after you last signed in.
      </p>
      {tab.isLocal && (
        <Notice>
          <p>
            This server runs in local mode and uses no push service. You can read what it would send in the{" "}
            <a href="/local/mailbox">mailbox</a>.
          </p>
        </Notice>
      )}
      <ReplyNotice reply={replyTo(reply, "push-on")} />
      <ReplyNotice reply={replyTo(reply, "push-choose")} />
      <ReplyNotice reply={replyTo(reply, "push-off")} />
      {here === undefined ? <TurnOn tab={tab} /> : <Choose device={here} />}
      {devices.length > 0 && (
        <ul className="entries sessions">
          {devices.map((each) => (
            <DeviceLine key={each.id} device={each} now={now} />
          ))}
        </ul>
      )}
    </div>
  )
}

function Topics({ chosen }: { readonly chosen: PushTopics }) {
  return (
    <fieldset className="field">
      <legend>Notify me in this browser about</legend>
      {pushTopics.map((topic) => (
        <label key={topic} className="check">
          <input type="checkbox" name={`push-${topic}`} value="1" defaultChecked={chosen[topic]} />
          {labelOf(topic)}
        </label>
      ))}
    </fieldset>
  )
}

const useIsSending = (intent: string) => useNavigation().formData?.get("intent") === intent

function TurnOn({ tab: { isLocal, publicKey } }: { readonly tab: PushTab }) {
  const submit = useSubmit()
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState("")
  const id = useId()
  const isSending = useIsSending("push-on")
  const ask = async (form: FormData) => {
    setAsking(true)
    setProblem("")
    const asked = await subscribe(publicKey, isLocal)
    setAsking(false)
    if (!asked.ok) return setProblem(asked.why)
    for (const [name, value] of Object.entries(asked.address)) form.set(name, value)
    form.set("intent", "push-on")
    submit(form, { method: "post", preventScrollReset: true })
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void ask(new FormData(event.currentTarget))
  }
  return (
    <Form className="stack" method="post" preventScrollReset onSubmit={onSubmit}>
      {problem !== "" && (
        <Notice tone="bad" role="alert">
          <p id={`${id}-problem`}>{problem}</p>
        </Notice>
      )}
      <Topics chosen={EVERYTHING} />
      <div>
        <BusyButton
          needsScript
          className="button"
          type="submit"
          name="intent"
          value="push-on"
          isBusy={isAsking || isSending}
        >
          {isAsking ? "Waiting for your permission…" : isSending ? "Turning on…" : "Turn on in this browser"}
        </BusyButton>
      </div>
    </Form>
  )
}

function Choose({ device: { id, topics } }: { readonly device: PushDevice }) {
  const isSending = useIsSending("push-choose")
  return (
    <Form className="stack" method="post" preventScrollReset>
      <input type="hidden" name="device" value={id} />
      <Topics chosen={topics} />
      <div>
        <BusyButton className="button" type="submit" name="intent" value="push-choose" isBusy={isSending}>
          {isSending ? "Saving…" : "Save choices"}
        </BusyButton>
      </div>
    </Form>
  )
}

function DeviceLine({ device, now }: { readonly device: PushDevice; readonly now: number }) {
  const { createdAt, device: name, id, isThis, sentAt } = device
  return (
    <li>
      <div>
        <b>{name}</b>
        {isThis && <span className="chip">This browser</span>}
        <p className="meta">
          <span>
            On since <TimePair at={createdAt} now={now} short />
          </span>
          <span>{sentAt === null ? "Nothing sent yet" : <LastSent at={sentAt} now={now} />}</span>
        </p>
      </div>
      <Form method="post" preventScrollReset>
        <input type="hidden" name="device" value={id} />
        <button
          className="button"
          data-size="s"
          type="submit"
          name="intent"
          value="push-off"
          aria-label={`Turn off notifications: ${name}`}
        >
          Turn off
        </button>
      </Form>
    </li>
  )
}

function LastSent({ at, now }: { readonly at: number; readonly now: number }) {
  return (
    <>
      Last notification <TimePair at={at} now={now} short />
    </>
  )
}
