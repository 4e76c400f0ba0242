import { Link } from "@remix-run/react"
import { Block } from "~/components/base/parts/block"
import { Icon } from "~/components/base/parts/icon"
import { placeExists } from "~/components/base/parts/places"
import { insidePath } from "~/components/base/site/inside-path"
import { useFrame } from "~/components/base/site/use-frame"
import type { SetUpStep } from "~/effects/communities/communities/pages/overview"
import { settingsHref } from "~/effects/communities/steering/parts"

interface Words {
  readonly name: string
  readonly hint: string
  readonly action: string
  /** Null while its page does not exist. */
  readonly to: string | null
}

const DEPLOY = "/exploreDao/$slug/deploy"

/** First steps for a founder; shown to the owner until all of them are done. */
export function SetUp({ steps }: { readonly steps: ReadonlyArray<SetUpStep> }) {
  const { id, slug } = useFrame()
  const words: Readonly<Record<SetUpStep["key"], Words>> = {
    logo: {
      name: "A logo",
      hint: "Or keep the emblem drawn for you.",
      action: "Choose",
      to: settingsHref(id, "general")
    },
    rules: {
      name: "House rules",
      hint: "Everybody accepts them when joining.",
      action: "Write",
      to: settingsHref(id, "people")
    },
    announcement: {
      name: "A first announcement",
      hint: "What this is for, and what happens next.",
      action: "Write",
      to: insidePath(id, "annissue")
    },
    people: {
      name: "Invite three people",
      hint: "From four members on, rule changes need a vote.",
      action: "Invite",
      to: `${insidePath(id, "members")}?tab=invitations`
    },
    signers: {
      name: "Signers of the treasury",
      hint: "Give each signer a badge, then require several approvals.",
      action: "Set up",
      to: insidePath(id, "signers")
    },
    deploy: {
      name: "On the ledger",
      hint: "A treasury and a token, when you need them.",
      action: "Deploy",
      to: placeExists(DEPLOY) ? DEPLOY.replace("$slug", slug) : null
    }
  }
  return (
    <Block id="set-up" title="First steps">
      <ol className="checklist">
        {steps.map(({ isDone, key }) => {
          const { action, hint, name, to } = words[key]
          return (
            <li key={key} data-tone={isDone ? "ok" : undefined}>
              <Icon name={isDone ? "check" : "circle"} />
              <span>
                {name}
                {isDone && <span className="visually-hidden"> (done)</span>}
              </span>
              {!isDone && to !== null && (
                <Link className="button" data-size="s" to={to} prefetch="intent" aria-label={`${action}: ${name}`}>
                  {action}
                </Link>
              )}
              <small>{hint}</small>
            </li>
          )
        })}
      </ol>
    </Block>
  )
}
