import { Link } from "@remix-run/react"
import { Block } from "~/components/base/parts/block"
import { EnforcedBy, EnforcedByKey, type Enforcer } from "~/components/base/parts/enforced-by"
import { useFrame } from "~/components/base/site/use-frame"
import { enforcedByText } from "~/components/treasury/payouts/enforced-by-text"
import type { BudgetsPage } from "~/effects/treasury/budgets/views"
import { OTHER_RULE } from "~/effects/treasury/deployment/opens"
import { amountRuleWords, signersRuleWords } from "~/effects/treasury/payouts/voteRule"
import { lastDay, sumOf } from "./words"

type Rule = readonly [key: string, name: React.ReactNode, says: React.ReactNode, by: Enforcer]

/** The rules of a funded budget: the ledger enforces the total, this site enforces the other terms. */
const rulesOf = ({ most, number, payments, symbol, title, total, untilAt }: BudgetsPage["budgets"][number]) => {
  const link = <Link to={`?b=${number}`}>{title}</Link>
  const single = most === null ? "" : `, at most ${sumOf(most, symbol)} each`
  return [
    [`${number}`, link, `${sumOf(total, symbol)} in total; nothing else can be reached`, "ledger"],
    [
      `${number}-terms`,
      <>{link}, its terms</>,
      `Until ${lastDay({ untilAt })}, at most ${payments} payments${single}`,
      "site"
    ]
  ] as const
}

/** Each spending rule, and whether the ledger or this site enforces it. */
export function SpendingRules({ page }: { readonly page: BudgetsPage }) {
  const { bondsNeedVote, budgets, freePayout, multisig, members, opens, signersPayFreely } = page
  const { id, stage } = useFrame()
  const opening: Rule = [
    "opens",
    <Link key="signers" to={`/community/detail/${id}/signers`}>
      Who can spend from the treasury
    </Link>,
    opens === null
      ? "Unknown while the ledger's gateway is not responding"
      : opens === "one"
        ? "Any single admin"
        : opens === "other"
          ? OTHER_RULE
          : enforcedByText(opens),
    "ledger"
  ]
  const rules: ReadonlyArray<Rule> = [
    ...(stage === "deployed" ? [opening] : []),
    ["votes", "Payouts and budgets", amountRuleWords(members, freePayout), "site"],
    ...(multisig === null
      ? []
      : ([
          [
            "signers",
            "Payments that several signers approve",
            signersRuleWords(members, freePayout, signersPayFreely),
            "site"
          ]
        ] as const)),
    [
      "carried",
      "Transactions of proposals",
      "Each is executed once its vote has passed, exactly as it was voted on.",
      "site"
    ],
    [
      "bonds",
      "Bonds",
      `${bondsNeedVote ? "Members vote before a bond is issued." : "People who may draft a bond issue it without a vote."} Coupons and redemptions need no vote: the terms of the bond owe them.`,
      "site"
    ],
    ...budgets.filter(({ state }) => state === "funded").flatMap(rulesOf)
  ]
  return (
    <Block id="rules" title="Current rules">
      <div className="stack">
        <div className="scroll">
          <table className="table" data-cards="text">
            <caption className="visually-hidden">Terms of the budgets and other rules, and who enforces them</caption>
            <thead>
              <tr>
                <th scope="col">Rule</th>
                <th scope="col">What it says</th>
                <th scope="col">Enforced by</th>
              </tr>
            </thead>
            <tbody>
              {rules.map(([key, name, says, by]) => (
                <tr key={key}>
                  <th scope="row">{name}</th>
                  <td data-label="What it says">{says}</td>
                  <td data-label="Enforced by">
                    <EnforcedBy enforcer={by} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <EnforcedByKey />
      </div>
    </Block>
  )
}
