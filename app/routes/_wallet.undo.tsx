import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import type { MetaFunction } from "@remix-run/react"
import { pageTitle } from "~/components/base/site/page-meta"
import { UndoView } from "~/components/communities/undo/undo-view"
import { useGuardedReply } from "~/components/wallet/gate/use-guarded-data"
import { undoAction, undoPage } from "~/effects/communities/undo/pages/undo.server"
import { guarded } from "~/effects/people/wallet-session/guarded.server"
import { respond } from "~/effects/server/runtime.server"

export const meta: MetaFunction = () => [pageTitle("Undo")]

export const loader = (args: LoaderFunctionArgs) => respond(args, guarded(undoPage))

export const action = (args: ActionFunctionArgs) => respond(args, undoAction)

/** POST /undo: undoes a removal and leads back; a refused one is shown here. */
export default function Undo() {
  return <UndoView reply={useGuardedReply<typeof action>()} />
}
