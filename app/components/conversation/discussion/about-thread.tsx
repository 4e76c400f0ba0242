import { Link, useFetcher } from "@remix-run/react"
import { Markdown } from "~/components/base/markdown/markdown"
import { Block } from "~/components/base/parts/block"
import { placeExists } from "~/components/base/parts/places"
import { TimePair } from "~/components/base/parts/time-pair"
import { useFrame } from "~/components/base/site/use-frame"
import type { MarkdownTree } from "~/effects/base/text/markdown/Tree"
import type { ThreadView as Thread } from "~/effects/conversation/discussion/Post"
import { DiscussionIcon } from "./discussion-icon"

type Props = { readonly thread: Thread; readonly rules: MarkdownTree; readonly path: string }

/** The column next to a thread: its figures, follow button, "Turn into proposal" and the house rules. */
export function AboutThread({ path, rules, thread }: Props) {
  const { role, communityRole } = useFrame()
  return (
    <aside aria-label="About this thread">
      <Block id="about-thread" title="This thread">
        <dl className="facts">
          <div>
            <dt>Started</dt>
            <dd>
              <TimePair at={thread.createdAt} now={communityRole.now} short />
            </dd>
          </div>
          <div>
            <dt>Last activity</dt>
            <dd>
              <TimePair at={thread.lastActivityAt} now={communityRole.now} short />
            </dd>
          </div>
          <div>
            <dt>People who replied</dt>
            <dd>{thread.people}</dd>
          </div>
          <div>
            <dt>Agreed</dt>
            <dd>{thread.agreeCount}</dd>
          </div>
        </dl>
        <div className="stack thread-tools" data-gap="s">
          {role !== null && <FollowButtons thread={thread} path={path} />}
          {role !== null && thread.proposalNumber === null && thread.shown === "visible" && (
            <ToProposal thread={thread} />
          )}
        </div>
      </Block>
      {rules.length > 0 && (
        <Block id="rules" title="House rules">
          <Markdown tree={rules} />
        </Block>
      )}
    </aside>
  )
}

/** Shows the new state immediately, before the server has responded. */
function FollowButtons({ path, thread }: { readonly thread: Thread; readonly path: string }) {
  const fetcher = useFetcher()
  const asked = fetcher.formData?.get("state")
  const state = typeof asked === "string" ? asked : thread.follow
  const control = (name: "following" | "muted", on: string, off: string) => (
    <fetcher.Form method="post" action={path}>
      <input type="hidden" name="intent" value="follow" />
      <button
        className="button"
        data-size="full"
        type="submit"
        name="state"
        value={state === name ? "none" : name}
        aria-pressed={state === name}
        onClick={(event) => {
          event.preventDefault()
          fetcher.submit(
            { intent: "follow", state: state === name ? "none" : name, stay: "1" },
            { method: "post", action: path }
          )
        }}
      >
        {name === "following" && <DiscussionIcon name="bell" />}
        {state === name ? on : off}
      </button>
    </fetcher.Form>
  )
  return (
    <>
      {control("following", "Following", "Follow")}
      {control("muted", "Muted", "Mute")}
    </>
  )
}

/** The proposal form starts with the thread's title and text. */
function ToProposal({ thread }: { readonly thread: Thread }) {
  const { id } = useFrame()
  if (!placeExists("/community/detail/$id/proposals?new=1")) return null
  return (
    <Link
      className="button"
      data-size="full"
      to={`/community/detail/${id}/proposals?new=1&from=thread&thread=${thread.number}`}
    >
      <DiscussionIcon name="vote" />
      Turn into proposal
    </Link>
  )
}
