import { Link } from "@remix-run/react"
import type { RoleWords } from "~/components/base/lists/list-words"
import { ReadingFacts } from "~/components/base/lists/reading-facts"
import { Block } from "~/components/base/parts/block"
import { readable } from "~/effects/base/amounts/readable"
import type { Distribution } from "~/effects/treasury/payouts/Distribution"

export const payWords: RoleWords = { account: "Account or name", amount: "Amount", note: "Note", token: "Token" }

export function ReadingPart({ run }: { readonly run: Distribution }) {
  const { reading } = run
  if (reading === null) return null
  return (
    <Block
      id="reading"
      title="How the list was read"
      more={
        run.state === "draft" ? (
          <Link className="small" to={`?d=${run.number}&read=1`}>
            Read it in another way
          </Link>
        ) : undefined
      }
    >
      <ReadingFacts reading={reading} words={payWords} noun="Amount" total={`${readable(run.total)} ${run.symbol}`} />
    </Block>
  )
}
