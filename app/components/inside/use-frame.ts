/** How the pages inside a community read what their layout's loader tells: name, stage, what the reader is here. */
import { useRouteLoaderData } from "@remix-run/react"
import type { CommunityFrame } from "~/effects/communities/frame"

/** The layout's route, by the name of its file. */
export const INSIDE = "routes/_wallet.community.detail.$id"

/**
 * Undefined where the layout did not load, which only its error page meets. While the server renders the page of a
 * refused post, in which nothing was loaded, the router says null, whatever its types say.
 */
export const useMaybeFrame = (): CommunityFrame | undefined => useRouteLoaderData<CommunityFrame>(INSIDE) ?? undefined

export function useFrame(): CommunityFrame {
  const frame = useMaybeFrame()
  if (frame === undefined) throw new Error("no community around this page")
  return frame
}
