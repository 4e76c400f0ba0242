/**
 * The pages of the site, for all menus. Adding a page to a menu takes one line here; `exists` becomes true with the
 * page, and nothing links to a page that does not exist.
 */
import type { IconName } from "./icon"

type Menu = "masthead" | "footer" | "bottom-bar" | "account"

export interface Place {
  readonly path: string
  readonly name: string
  readonly exists: boolean
  readonly menus: ReadonlyArray<Menu>
  /** Only for people who are signed in. */
  readonly signedIn?: true
  readonly icon?: IconName
  /** Further pages on which a menu marks this place. */
  readonly parts?: ReadonlyArray<string>
}

export const allPlaces: ReadonlyArray<Place> = [
  { path: "/", name: "Home", exists: true, menus: ["bottom-bar"], icon: "home" },
  { path: "/explore", name: "Explore", exists: true, menus: ["masthead", "bottom-bar"], icon: "search" },
  { path: "/search", name: "Search", exists: true, menus: ["masthead"] },
  { path: "/community", name: "Community", exists: true, menus: ["masthead"] },
  { path: "/community/detail/$id", name: "Community", exists: true, menus: [] },
  { path: "/exploreDao/$slug/deploy", name: "Deploy on the ledger", exists: true, menus: [] },
  { path: "/community/detail/$id/proposals?new=1", name: "New proposal", exists: true, menus: [] },
  { path: "/create", name: "Create a community", exists: true, menus: [] },
  {
    path: "/userDashboard",
    name: "To do",
    exists: true,
    menus: ["bottom-bar"],
    signedIn: true,
    icon: "flag",
    parts: ["/userDashboard/bonds"]
  },
  {
    path: "/myCommunities",
    name: "My communities",
    exists: true,
    menus: ["masthead", "bottom-bar"],
    signedIn: true,
    icon: "people"
  },
  { path: "/userDashboard", name: "Dashboard", exists: true, menus: ["account"], signedIn: true },
  { path: "/userDashboard?tab=votes", name: "My votes", exists: true, menus: ["account"], signedIn: true },
  { path: "/userDashboard/bonds", name: "My bonds", exists: true, menus: ["account"], signedIn: true },
  { path: "/userDashboard/edit", name: "Edit profile", exists: true, menus: ["account"], signedIn: true },
  { path: "/ourstory", name: "Our story", exists: true, menus: ["footer"] },
  { path: "/roadmap", name: "Roadmap", exists: true, menus: ["footer"] },
  { path: "/blog", name: "Blog", exists: true, menus: ["footer"] },
  { path: "/resources", name: "Resources", exists: true, menus: ["masthead", "footer"] },
  { path: "/developers", name: "Developers", exists: true, menus: ["footer"] },
  { path: "/price", name: "Price", exists: true, menus: ["masthead"] },
  { path: "/support", name: "Support", exists: true, menus: ["masthead", "footer"] },
  { path: "/verify", name: "Verify a vote", exists: true, menus: ["footer"] },
  { path: "/privacypolicy", name: "Privacy policy", exists: true, menus: ["footer"] },
  { path: "/termsandcondition", name: "Terms and conditions", exists: true, menus: ["footer"] }
]

/** The places that a menu shows to a visitor. */
export const placesOf = (menu: Menu, isSignedIn: boolean): ReadonlyArray<Place> =>
  allPlaces.filter((place) => place.exists && place.menus.includes(menu) && (isSignedIn || place.signedIn !== true))

/** How a menu marks a place for the current address: as this page, as its parent, or not at all. */
export const currentAt = (
  pathname: string,
  { parts, path }: { readonly path: string; readonly parts?: Place["parts"] | undefined }
): "page" | "true" | undefined => {
  const address = pathname.length > 1 ? pathname.replace(/\/+$/, "") : pathname
  if (address === path) return "page"
  return parts?.includes(address) ? "true" : undefined
}

/** For links inside pages: true if the page exists. */
export const placeExists = (path: string): boolean => allPlaces.some((place) => place.path === path && place.exists)
