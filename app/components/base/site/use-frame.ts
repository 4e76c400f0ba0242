/** How the pages inside a community read the data of their layout's loader: name, stage, the reader's role. */
import { useRouteLoaderData } from "@remix-run/react"
import { createContext, useContext } from "react"
import type { CommunityFrame } from "~/effects/communities/communities/frame"

/** The layout's route id, from the name of its file. */
export const INSIDE = "routes/_wallet.community.detail.$id"

/**
 * Undefined if the layout did not load, which only its error page meets. While the server renders the page of a refused
 * post, for which nothing was loaded, the router returns null despite its types.
 */
export const useMaybeFrame = (): CommunityFrame | undefined => useRouteLoaderData<CommunityFrame>(INSIDE) ?? undefined

/** What the layout shows: it keeps its data when its session ends (use-guarded-data.ts). */
export const FrameContext = createContext<CommunityFrame | undefined>(undefined)

export function useFrame(): CommunityFrame {
  const loaded = useMaybeFrame()
  const frame = useContext(FrameContext) ?? loaded
  if (frame === undefined) throw new Error("no community around this page")
  return frame
}
