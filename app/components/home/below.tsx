/** Home below its first screen. */
import type { Question } from "~/effects/articles/Article"
import type { CommunityCard } from "~/effects/communities/cards"
import { BondsExplained } from "./bonds-explained"
import { Communities } from "./communities"
import { DecisionPath } from "./decision-path"
import { Questions } from "./questions"
import { Recount } from "./recount"
import { RunYourOwn } from "./run-your-own"

type Props = {
  readonly cards: ReadonlyArray<CommunityCard>
  readonly questions: ReadonlyArray<Omit<Question, "words">>
}

export function BelowTheFold({ cards, questions }: Props) {
  return (
    <>
      <DecisionPath />
      <Recount />
      <BondsExplained />
      <Communities cards={cards} />
      <RunYourOwn />
      <Questions questions={questions} />
    </>
  )
}
