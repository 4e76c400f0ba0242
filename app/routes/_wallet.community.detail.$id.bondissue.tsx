import type { LoaderFunctionArgs } from "@remix-run/node"
import type { MetaFunction } from "@remix-run/react"
import { insideTitle } from "~/components/inside/inside-meta"
import { DeployFirst, NothingHere } from "~/components/inside/nothing-here"
import { openTo } from "~/effects/communities/openTo.server"
import { respond } from "~/effects/runtime.server"

export const meta: MetaFunction = ({ matches }) => [insideTitle(matches, "Issue a bond")]

export const loader = (args: LoaderFunctionArgs) => respond(args, openTo("draftBonds"))

/** /community/detail/{id}/bondissue */
export default function IssueBond() {
  return (
    <NothingHere title="Issue a bond">
      <p>No bonds yet.</p>
      <DeployFirst />
    </NothingHere>
  )
}
