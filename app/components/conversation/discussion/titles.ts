import type { DiscussionPage } from "~/effects/conversation/discussion/page"

/** The parts of the page's title before the community's name. */
export const titlesOf = (page: DiscussionPage | null | undefined): ReadonlyArray<string> => {
  switch (page?.view) {
    case "thread":
      return [page.thread.title === "" ? page.item : page.thread.title, "Discussion"]
    case "history":
      return ["History", page.item, "Discussion"]
    case "new":
      return ["New thread", "Discussion"]
    default:
      return ["Discussion"]
  }
}
