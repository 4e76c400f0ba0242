import { Link } from "@remix-run/react"
import { useRef } from "react"
import type { PageReply } from "~/effects/remix/PageReply"
import { NothingYet } from "../community/nothing-yet"
import { SignInNeeded } from "../gate/wallet-gate"
import { placeExists } from "../places"
import { type ReadyPage, Wizard } from "./wizard"

export type CreatePageData =
  | ReadyPage
  | { readonly state: "signed-out" | "no-profile" | "full" }
  | { readonly state: "open"; readonly id: string }

type Props = { readonly data: CreatePageData; readonly reply: PageReply | undefined }

/** A session that ends while somebody types takes the loader's data with it, and must not take the form. */
function useLastReady(data: CreatePageData): ReadyPage | undefined {
  const last = useRef<ReadyPage>()
  if (data.state === "ready") last.current = data
  return data.state === "ready" || data.state === "signed-out" ? last.current : undefined
}

export function CreatePage({ data, reply }: Props) {
  const page = useLastReady(data)
  return (
    <div className="wrap page">
      <div className="page-head">
        <h1>{page?.draft == null ? "Create a community" : "Your draft"}</h1>
        <p>Four short steps. Nothing is public before you open it.</p>
      </div>
      {page === undefined ? (
        <Instead data={data} />
      ) : (
        <Wizard key={`${page.account}${page.draft}`} page={page} reply={reply} />
      )}
    </div>
  )
}

function Instead({ data }: { readonly data: CreatePageData }) {
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
          <p>This community is open. What it is and how it decides is changed in its settings.</p>
          <Link className="button" to={`/community/detail/${data.id}?panel=settings`}>
            Settings
          </Link>
        </NothingYet>
      )
    default:
      return <SignInNeeded action="start a community" />
  }
}
