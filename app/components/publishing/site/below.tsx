/** Home below the first screen. */

import type { CommunityCard } from "~/effects/communities/communities/cards"
import type { PublicProposalCard } from "~/effects/governance/proposals/views"
import type { Question } from "~/effects/publishing/articles/Article"
import { BondsExplained } from "./bonds-explained"
import { ClosingSoon } from "./closing-soon"
import { Communities } from "./communities"
import { DecisionPath } from "./decision-path"
import { Questions } from "./questions"
import { Recount } from "./recount"
import { RunYourOwn } from "./run-your-own"

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
