import { Markdown } from "~/components/base/markdown/markdown"
import { ComingNotice } from "~/components/publishing/articles/coming-notice"
import { ContentsList } from "~/components/publishing/articles/contents-list"
import { minutesInWords, SummaryList } from "~/components/publishing/articles/summary-list"
import type { MarkdownTree } from "~/effects/base/text/markdown/Tree"
import { GuideSection, Specimen } from "./guide-section"

const text: MarkdownTree = [
  {
    kind: "paragraph",
    children: [
      "A ballot is a short text. ",
      { kind: "strong", children: ["Its hash"] },
      " changes with every letter of it, and ",
      { kind: "link", href: "/verify", rel: undefined, children: ["anyone can check it"] },
      "."
    ]
  },
  { kind: "quote", children: [{ kind: "paragraph", children: ["Nothing leaves your wallet before the whole swap."] }] },
  {
    kind: "list",
    start: 1,
    items: [
      [{ kind: "paragraph", children: ["Download the file."] }],
      [{ kind: "paragraph", children: ["Choose it on the page that checks."] }]
    ]
  },
  { kind: "code", text: "npm start" },
  {
    kind: "table",
    align: ["start", "end"],
    head: [["Step"], ["Transactions"]],
    rows: [
      [["Deploy"], ["1"]],
      [["Vote"], ["0"]]
    ]
  }
]
const summaries = [
  {
    id: "bonds-plain",
    title: "Bonds in plain words",
    summary: "What a bond is here, what it costs, and what can go wrong.",
    date: "2026-11-20",
    minutes: 4
  },
  {
    id: "how-we-count",
    title: "How votes are counted",
    summary: "One file contains every ballot. This is how it becomes a result.",
    date: "2026-11-20",
    minutes: 1
  }
]
const sections = ["What it is", "What it costs", "What can go wrong", "Where to ask"]

/** The components of posts, guides and legal pages. */
export function Articles() {
  return (
    <GuideSection id="articles" title="Articles" rule="One column of 68 characters; everything else steps back.">
      <Specimen state="text">
        <div className="prose">
          <Markdown tree={text} />
        </div>
      </Specimen>
      <Specimen state="list of articles">
        <SummaryList articles={summaries} facts={({ minutes }) => minutesInWords(minutes)} />
      </Specimen>
      <Specimen state="contents, from four sections on">
        <ContentsList contents={sections.map((title) => ({ id: "articles", title }))} />
      </Specimen>
      <Specimen state="a text ahead of the product">
        <ComingNotice
          subject="This page says"
          items={[{ id: "delegation", title: "Delegation", text: "Delegate your vote." }]}
        />
      </Specimen>
    </GuideSection>
  )
}
