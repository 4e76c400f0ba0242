/** Home below the first screen. */

import { Link } from "@remix-run/react"
import { Markdown } from "~/components/base/markdown/markdown"
import { CopyButton } from "~/components/base/parts/copy-button"
import type { CommunityCard } from "~/effects/communities/communities/cards"
import type { PublicProposalCard } from "~/effects/governance/proposals/views"
import type { Question } from "~/effects/publishing/articles/Article"
import { BondsExplained } from "./bonds-explained"
import { ClosingVote } from "./closing-vote"
import { Communities } from "./communities"
import { Recount } from "./recount"

/** Five questions from the support page, with its answers. */
function Questions({ questions }: { readonly questions: ReadonlyArray<Omit<Question, "words">> }) {
  return (
    <section className="wrap section" aria-labelledby="questions">
      <div className="section__head">
        <h2 id="questions">Questions</h2>
        <p>
          <Link to="/support" prefetch="intent">
            All questions
          </Link>
        </p>
      </div>
      <div className="section__body">
        {questions.map(({ answer, id, title }, index) => (
          <details className="faq" key={id} open={index === 0}>
            <summary>{title}</summary>
            <Markdown tree={answer} />
          </details>
        ))}
      </div>
    </section>
  )
}

type ClosingSoonProps = { readonly cards: ReadonlyArray<PublicProposalCard>; readonly now: number }

/** Three open public votes, soonest to close first. */
function ClosingSoon({ cards, now }: ClosingSoonProps) {
  if (cards.length === 0) return null
  return (
    <section className="wrap section" data-wide aria-labelledby="closing-soon">
      <div className="row" data-apart>
        <h2 id="closing-soon">Closing soon</h2>
        <Link className="small" to="/explore?tab=proposals">
          All open votes
        </Link>
      </div>
      <ul className="grid" data-fit>
        {cards.map((card) => (
          <li key={card.id} className="card closing">
            <ClosingVote card={card} now={now} level={3} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const COMMAND = "npm start"

function RunYourOwn() {
  return (
    <section className="wrap section" aria-labelledby="own">
      <div className="section__head">
        <h2 id="own">Run your own</h2>
      </div>
      <div className="section__body stack">
        <p>
          One command starts the whole site with a local ledger and a practice wallet. You need neither a node nor a
          phone.
        </p>
        <div className="code-line">
          <span className="muted" aria-hidden="true">
            $
          </span>
          <code>{COMMAND}</code>
          <CopyButton text={COMMAND} what="the command" />
        </div>
      </div>
    </section>
  )
}

const stations = [
  { name: "Thread", text: "Someone describes a problem and a possible solution. Others improve it." },
  { name: "Proposal", text: "The text is fixed and signed. The voting rules are shown next to it." },
  { name: "Vote", text: "Each ballot is a wallet signature. You can change it until the close." },
  { name: "Result", text: "Counted once, explained in sentences, with one file from which anyone can count again." },
  { name: "Done", text: "The transaction on the ledger is compared with what was voted." }
]

function DecisionPath() {
  return (
    <section className="wrap section" data-wide aria-labelledby="travels">
      <h2 id="travels">From idea to result</h2>
      <ol className="path">
        {stations.map(({ name, text }) => (
          <li key={name}>
            <h3>{name}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

type Props = {
  readonly cards: ReadonlyArray<CommunityCard>
  readonly closing: ReadonlyArray<PublicProposalCard>
  readonly decided: PublicProposalCard | null
  readonly now: number
  readonly questions: ReadonlyArray<Omit<Question, "words">>
}

export function BelowTheFold({ cards, closing, decided, now, questions }: Props) {
  return (
    <>
      <Recount decided={decided} />
      <ClosingSoon cards={closing} now={now} />
      <DecisionPath />
      <BondsExplained />
      <Communities cards={cards} />
      <RunYourOwn />
      <Questions questions={questions} />
    </>
  )
}
