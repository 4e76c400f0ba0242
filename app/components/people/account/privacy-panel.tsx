import { Form } from "@remix-run/react"
import { ReplyNotice } from "~/components/base/forms/reply-notice"
import { Block } from "~/components/base/parts/block"
import { TimePair } from "~/components/base/parts/time-pair"
import { type PageReply, replyTo } from "~/effects/base/remix/PageReply"
import type { PrivacyTab } from "~/effects/people/account/pages/tabs"
import type { OwnProfile } from "~/effects/people/signup/Profile"
import { RemoveAccount } from "./remove-account"
import { SignOut } from "./sign-out"

/** Sessions, one per browser, each with its own sign-out. */
function SessionsList({ now, sessions }: Pick<PrivacyTab, "now" | "sessions">) {
  return (
    <ul className="entries sessions">
      {sessions.map(({ createdAt, device, id, isThis, lastSeenAt }) => (
        <li key={id}>
          <div>
            <b>{device}</b>
            {isThis && <span className="chip">This browser</span>}
            <p className="meta">
              <span>
                Since <TimePair at={createdAt} now={now} short />
              </span>
              <span>
                Last seen <TimePair at={lastSeenAt} now={now} short />
              </span>
            </p>
          </div>
          {!isThis && (
            <Form method="post" preventScrollReset>
              <input type="hidden" name="session" value={id} />
              <button
                className="button"
                data-size="s"
                type="submit"
                name="intent"
                value="end-session"
                aria-label={`Sign out ${device}`}
              >
                Sign out
              </button>
            </Form>
          )}
        </li>
      ))}
    </ul>
  )
}

type Props = {
  readonly profile: OwnProfile
  readonly tab: PrivacyTab
  readonly reply: PageReply | undefined
}

/** The data stored about a person, their sessions, the download of everything, and the removal of the account. */
export function PrivacyPanel({ profile, reply, tab }: Props) {
  return (
    <>
      <Block id="kept" title="What we store">
        <div className="prose">
          <ul>
            <li>Your account address, name, bio, tags, picture and work history. Signed-in people can read them.</li>
            <li>Your e-mail address, your e-mail choices and your notifications. Only you can see them.</li>
            <li>What you wrote and did in communities. Anyone who can read a community can see it.</li>
            <li>The browsers that show you notifications, and about what. Only you can see this.</li>
            <li>Where you are signed in: one session per browser, which ends when you sign out or after 30 days.</li>
          </ul>
        </div>
        <p className="after-list">
          <a className="button" href="/api/exports/me" download>
            Download my data
          </a>
        </p>
      </Block>
      <Block id="sessions" title="Where you are signed in">
        <ReplyNotice reply={replyTo(reply, "end-session")} />
        <ReplyNotice reply={replyTo(reply, "end-other-sessions")} />
        <SessionsList sessions={tab.sessions} now={tab.now} />
        <div className="row">
          <SignOut />
          {tab.sessions.length > 1 && (
            <Form method="post" preventScrollReset>
              <button className="button" type="submit" name="intent" value="end-other-sessions">
                Sign out everywhere else
              </button>
            </Form>
          )}
        </div>
      </Block>
      <RemoveAccount username={profile.username} owned={tab.owned} reply={replyTo(reply, "remove-account")} />
    </>
  )
}
