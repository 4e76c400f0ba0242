import { Link } from "@remix-run/react"
import { NothingYet } from "~/components/base/parts/nothing-yet"
import { placeExists } from "~/components/base/parts/places"
import type { PageReply } from "~/effects/base/remix/PageReply"
import { type ReadyPage, Wizard } from "./wizard"

export type CreatePageData =
  | ReadyPage
  | { readonly state: "no-profile" | "full" }
  | { readonly state: "open"; readonly id: string }

type Props = { readonly data: CreatePageData; readonly reply: PageReply | undefined }

export function CreatePage({ data, reply }: Props) {
  const page = data.state === "ready" ? data : undefined
  return (
    <div className="wrap page">
      <div className="page-head">
        <h1>{page?.draft == null ? "Create a community" : "Your draft"}</h1>
        <p>Four short steps. Nothing is public until you publish.</p>
      </div>
      {data.state === "ready" ? (
        <Wizard key={`${data.account}${data.draft}`} page={data} reply={reply} />
      ) : (
        <Instead data={data} />
      )}
    </div>
  )
}

function Instead({ data }: { readonly data: Exclude<CreatePageData, ReadyPage> }) {
  switch (data.state) {
    case "no-profile":
      return (
        <NothingYet>
          <p>Complete your profile to start a community.</p>
          <Link className="button" data-kind="primary" to="/signup">
            Complete your profile
          </Link>
        </NothingYet>
      )
    case "full":
      return (
        <NothingYet>
          <p>You already own 5 communities. Archive one to start another.</p>
          {placeExists("/myCommunities") && <Link to="/myCommunities?tab=owned">Your communities</Link>}
        </NothingYet>
      )
    case "open":
      return (
        <NothingYet>
          <p>This community is already published. Change what it is and how it decides in its settings.</p>
          <Link className="button" to={`/community/detail/${data.id}?panel=settings`}>
            Settings
          </Link>
        </NothingYet>
      )
  }
}
