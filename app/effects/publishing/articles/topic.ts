import type { Topic } from "~/effects/publishing/support/forms"
import type { Guide, Post } from "./Article"

const topics: Readonly<Record<string, Topic>> = {
  connect: "wallet",
  "what-your-wallet-shows": "wallet",
  "thread-to-proposal": "vote",
  "ways-to-count": "vote",
  "small-quorum": "vote",
  recount: "vote",
  "ballot-file": "vote",
  "why-the-vote-file-exists": "vote",
  "how-we-count": "vote",
  "bonds-plain": "bond",
  "term-sheet": "bond",
  "a-sale-nobody-holds": "bond",
  "paying-a-list": "distribution"
}

/** Topic that the contact form preselects for a reader who reports a mistake in this article. Pure. */
export const topicOf = ({ id }: Post | Guide): Topic => topics[id] ?? "other"
